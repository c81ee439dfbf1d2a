"""What the other side sees of the steps that the Axis alone takes."""

from grognard.core.chapter import Frame
from grognard.games.red_steel.model.position import AXIS, SteelPosition


def axis_only(pos: SteelPosition, frame: Frame, side: int) -> Frame:
    """A step of the Axis in the Initial Segment: to others its vars are as at its beginning."""
    return frame if side == AXIS else Frame(frame.procedure, frame.step, type(frame.vars)())
