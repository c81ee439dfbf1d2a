"""What the staff cares about, as named numbers. The unit is one victory point."""

from typing import Final

# -- units --------------------------------------------------------------------------------------

STRENGTH: Final = 0.10
"""A point of mean attack and defence. A fresh rifle division is then worth about as much as it scores."""

FIRST_STEP_SHARE: Final = 0.3
"""Part of a two-step unit's points that its first step stands for: a reduced unit is half dead."""

LEAST_FUTURE: Final = 0.1
"""Part of its worth that strength keeps in the last turn: steps are not thrown away for nothing."""

HQ_WORTH: Final = 2.0
"""A headquarters feeds a whole army; losing it costs more than it scores, but it flees by itself."""

# -- hexes --------------------------------------------------------------------------------------

HEX_WORTH: Final = (0.5, 0.25)
"""What a hex of the line is worth to its German or Soviet owner: the Germans have little room behind."""

IMPROVED_WORTH: Final = 0.6
"""A prepared position moves every later attack by a column."""

FURTHER_HEX: Final = 0.2
"""Each hex of retreat beyond the first."""

# -- attacks ------------------------------------------------------------------------------------

EAGERNESS: Final = (1.0, 1.35)
"""Harm done, in units of harm taken. The Soviets must break through to win; the Germans only have to hold."""

LEAST_GAIN: Final = (0.15, 0.1)
"""An attack must promise this much, since a die can also leave the attackers exposed."""

ATTACKER_RETREAT: Final = 0.3
"""A hex of retreat by beaten attackers: they lose their ground and the advance."""

POINT_PRICE: Final = 0.35
"""A supply point kept lights an HQ next turn; spent, it moves an attack by a column."""

OVERRUN_GAIN: Final = 0.2
"""An overrun must promise this much: failing ends the move."""

SPOT_RIVER: Final = 3.0
"""Attacking across a river: half strength, and no help from tanks."""
SPOT_HERE: Final = 0.6
"""Attacking from where the unit is keeps the line and others' room."""
SPOT_COMBINED: Final = 0.5
"""Tanks and infantry attacking out of one hex gain a column."""
SPOT_CREEK: Final = 0.3
"""A creek matters only if all attack across one."""
SPOT_SHIFT: Final = 0.1
"""A column of cover in the hex attacked from, should the attack fail."""
SPOT_THREAT: Final = 0.03
"""A point of enemy strength that can answer there."""

# -- places -------------------------------------------------------------------------------------

PULL: Final = (0.5, 0.7)
"""How strongly units are drawn along the map of objectives."""

TAKE: Final = 1.5
"""A point of an objective entered now; above 1 because it also feeds the leaders' dice."""

REPLY: Final = 0.6
"""How much a taken objective suffers from the chance that it is lost again before we move."""

STAND: Final = 1.5
"""A prepared position before the enemy that would be left empty: who steps back is followed, and weaker."""

COVER: Final = (0.8, 0.25)
"""A hex of the line that no other stack covers: through it the enemy walks into the rear."""

ATTACKED: Final = 0.5
"""How likely a stack that can be attacked is attacked before it can move again."""

READY_LATER: Final = 0.75
"""How much of its strength an enemy command counts for that has acted this turn: others move before it."""

ASSAULT_SHIFT: Final = 1
"""Columns that a prepared attack gains by its HQ's support, tanks with infantry or a spent point."""

GOAL_BEHIND: Final = 1.2
"""A hex matters wholly if goals worth this much lie behind it; ground that leads nowhere is worth little."""

HQ_PATH: Final = 0.6
"""A hex of the line by which an HQ is supplied: an army is fed through it."""

OUT_OF_RANGE: Final = 0.5
"""A unit out of its HQ's range fights at half strength next turn."""

CUT_OFF: Final = 1.5
"""A unit without a supply path fights at a quarter and dies where it stands."""

WHOLE_DIVISION: Final = 0.8
"""A mechanized division in one hex is doubled."""

COMBINED: Final = 0.15
"""Tanks and infantry in one hex."""

SUPPORT: Final = 1.5
"""An HQ that keeps all attackers of a planned attack in range gives it a column."""

MARCH_MARGIN: Final = 0.3
"""A strategic move must be this much better than the best tactical one, which can still attack."""

DRIVE_HOME: Final = 0.5
"""What a second move away from the goals must gain: what was won is kept, unless it is worth nothing."""

CORPS_TOGETHER: Final = 0.4
"""A hex nearer to the other brigades of its corps for a unit that arrives."""

A_WHIM: Final = 0.15
"""What a whim makes of a hex."""

LEAST_MOVE: Final = 0.05
"""Smaller gains are noise: the unit stays."""

# -- headquarters ---------------------------------------------------------------------------------

HQ_IN_RANGE: Final = 0.1
"""A point of attack strength kept in range."""
HQ_BEYOND: Final = 0.03
"""The same for each hex that a unit is out of range."""
HQ_NEARER: Final = 0.002
"""Of two hexes that reach everybody, the one nearer to them."""
HQ_OTHERS_UNIT: Final = 0.15
"""What a German counts for an HQ when another one cares for him already: HQs spread along the line."""
HQ_THREAT: Final = 0.15
"""A point of enemy strength that could come to an HQ that stands alone."""
HQ_ALONE_IN_ZONE: Final = 1.5
HQ_IN_ZONE: Final = 0.4
"""Even among troops: they may have to retreat."""
HQ_CUT_OFF: Final = 3.0
"""An HQ without a source starves its whole army."""

# -- how a map of objectives fades with distance --------------------------------------------------

FADE_OPEN: Final = 0.86
FADE_ROUGH: Final = {"heavy-woods": 0.74, "swamp": 0.7, "light-woods": 0.82}
FADE_ZONE: Final = 0.88
"""Through an enemy zone of control."""
KILL_PULL: Final = 0.35
"""Weak enemy stacks draw units, as a share of what they are worth."""
GARRISON_PULL: Final = 0.8
"""An objective that may fall draws a garrison, as a share of its points by the chance of its fall."""
GAP_PULL: Final = 1.5
"""An uncovered hex of the line draws reserves, in multiples of its cover."""
DETOUR: Final = (0.6, 1.0)
"""Objectives on the enemy's side of the line: the Germans rather hold than conquer."""

# -- the initial segment --------------------------------------------------------------------------

CHITS: Final = (6, 5)
"""Chits for the cup: more only make it likelier that the halt comes before the important ones."""

MOVE_IMPORTANCE: Final = 0.2
"""What better places are worth beside attacks when HQs are compared: most can be taken later as well."""

ARRIVAL_IMPORTANCE: Final = 0.5
"""A reinforcement that waits for this HQ's chit."""
