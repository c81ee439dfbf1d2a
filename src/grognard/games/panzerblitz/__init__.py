"""PanzerBlitz: Red Drop, the paratroop situation and the base game it stands on."""

from grognard.games.panzerblitz.game import PanzerBlitz

SYSTEM = PanzerBlitz()
