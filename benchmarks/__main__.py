"""`make bench`: the speed of everything, as `grognard bench` tells it."""

import sys

from grognard.cli import main

if __name__ == "__main__":
    sys.argv[1:1] = ["bench"]
    main()
