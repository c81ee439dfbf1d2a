"""The charts of the series, typed in once more for the referee. No table of the game is read."""

COMBAT_CELLS = {
    "a": "AL2",
    "b": "AL1o1",
    "c": "AL1o1 Do1",
    "d": "AL1 Do1",
    "e": "AL1 DL1o1",
    "f": "Ao1 DL1o1",
    "g": "Ao1 Do1",
    "h": "Ao1 e4 DL1o2",
    "i": "Ae4 DL1o2",
    "j": "Ae3 DL2o2DG",
    "k": "Ae2 DL2o3DG",
    "l": "Ao1 DL1o2",
}
COMBAT = (
    "aaaaaaabccdde",
    "aaaaaabccddff",
    "aaaaabccddfff",
    "aaaabccddgffh",
    "aaabccddgffhi",
    "aabccddgfffii",
    "bbcccdgfffhij",
    "bcccdgfffhiij",
    "cccdggffhiijj",
    "ccdggffhiijjk",
    "cdggfffiijjjk",
    "cggfffhijjjkk",
    "ggfflhijjjkkk",
    "gffhhijjjkkkk",
    "ffhiijjkkkkkk",
)
"""Rows 1 or less to 15 or more, a letter for each of the thirteen columns."""
ODDS = {
    "open": "1:5 1:4 1:3 1:2 1:1 2:1 3:1 4:1 5:1 7:1 9:1 11:1 13:1",
    "close": "1:4 1:3 1:2 1:1 2:1 3:1 4:1 6:1 8:1 10:1 12:1 15:1 18:1",
    "very-close": "1:3 1:2 1:1 2:1 3:1 4:1 6:1 9:1 12:1 15:1 18:1 21:1 24:1",
    "extremely-close": "1:2 1:1 2:1 3:1 4:1 8:1 12:1 16:1 20:1 28:1 36:1 44:1 52:1",
}
BARRAGE_UP_TO = (1, 2, 4, 7, 11, 16, 24, 40, 68, 116)
BARRAGE_COST = (1, 1, 2, 2, 2, 3, 3, 4, 6, 8, 10)
BARRAGE = {
    2: "- - - - - - - - - DG DG",
    3: "- - - - - - - - DG DG DG",
    4: "- - - - - - - DG DG DG DG",
    5: "- - - - - - DG DG DG DG [1/2]",
    6: "- - - - - DG DG DG DG [1/2] [1/2]",
    7: "- - - - DG DG DG DG [1/2] [1/2] 1/2",
    8: "- - - DG DG DG DG [1/2] [1/2] 1/2 1/2",
    9: "- - DG DG DG [1/2] [1/2] [1/2] 1/2 1/2 1/2",
    10: "- DG DG DG [1/2] [1/2] 1/2 1/2 1/2 1 1",
    11: "DG DG DG 1/2 1/2 1/2 1/2 1/2 1 1 2",
    12: "DG 1/2 1/2 1/2 1/2 1 1 1 1 2 3",
}
FACILITY_UP_TO = (1, 2, 4, 10, 20, 40, 80)
FACILITY_COST = (1, 1, 1, 1, 2, 4, 6, 8)
FACILITY = {
    1: "-|-|-|-|-|-|(5)|1 (5)",
    2: "-|-|-|-|-|(5)|1 (4)|1 (4)",
    3: "-|-|-|-|(5)|1 (5)|1 (4)|1 (4)",
    4: "-|-|-|* (6)|1 * (5)|1 * (4)|1 * (4)|2 * (4)",
    5: "-|(6)|* (6)|1 * (5)|1 * (4)|2 * (4)|2 * (4)|2 * (3)",
    6: "(6)|* (5)|1 * (5)|1 * (4)|1 * (4)|2 * (4)|2 * (3)|2 * (3)",
}
