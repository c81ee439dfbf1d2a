"""What goes wrong at the tables."""


class NoSuchTable(Exception):
    """There is no table of that id, or no such seat at it; which of the two is not told."""


class ServedElsewhere(Exception):
    """A table that another worker serves: what is asked here must be asked there."""


class NotYours(Exception):
    """Something that only another seat of the table may do."""


class Forbidden(Exception):
    """Something this seat may not have now."""


class TooMuchWork(Exception):
    """A seat has used more of the processor of late than it may."""
