"""How counters count for stacking: in companies, three to a battalion."""

from typing import TYPE_CHECKING, Final

from grognard.core.chapter import counted, rule

if TYPE_CHECKING:
    from grognard.games.red_steel.model.position import SteelPosition

BATTALION: Final = 3
LARGE_REGIMENT: Final = 6


@rule("rs.post-move.6", "rs.post-move.7", "rs.post-move.9", "rs.post-move.10", "rs.post-move.11")
def weight(pos: "SteelPosition", unit: int) -> int:
    """In companies: three for a battalion, six for a large regiment, none for a monitor."""
    content = pos.content
    if content.is_monitor[unit]:
        return 0
    if content.is_company[unit] or content.is_hq[unit]:
        return 1
    return LARGE_REGIMENT if is_large(pos, unit) else BATTALION


@rule("rs.post-move.6", "rs.post-move.9")
def stack_words(weight: int) -> str:
    """Stacks are counted in companies, three to a battalion."""
    battalions, companies = divmod(weight, BATTALION)
    parts = [counted(battalions, "battalion")] if battalions else []
    if companies or not battalions:
        parts.append(counted(companies, "company", "companies"))
    return " and ".join(parts)


@rule("rs.post-move.11", "rs.post-move.16")
def is_large(pos: "SteelPosition", unit: int) -> bool:
    """A mountain regiment with 3 or 4 steps and an NKVD regiment count as two battalions."""
    traits = pos.content.traits[unit]
    return "nkvd" in traits or ("mountain" in traits and pos.steps[unit] >= 3)
