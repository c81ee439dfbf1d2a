"""The Operational Combat Series: rules by chapter, tables as printed, and the scenario Selm River."""

from grognard.games.ocs.system import Ocs

SYSTEM = Ocs()
