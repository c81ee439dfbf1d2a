"""On-map supply, trace, Extenders, fuel, stocks, dumps, Transport Points, Supply Phase, breakout."""
