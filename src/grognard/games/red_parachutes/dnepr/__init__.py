"""The Dnepr: crossings, bridgeheads, the Kanev bridge, and movement with all of them."""
