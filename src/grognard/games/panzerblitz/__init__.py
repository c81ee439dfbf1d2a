"""PanzerBlitz: Red Drop, the paratroop situation and the base game it stands on."""

from grognard.games.panzerblitz.system import PanzerBlitz

SYSTEM = PanzerBlitz()
