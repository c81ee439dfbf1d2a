"""Fair dice: nobody at a table, nor who runs it, can choose a roll, and the record proves it."""
