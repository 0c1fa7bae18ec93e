"""What the programs here share: see escape.h."""

import sys

SECRET, SOCKET, ABSTRACT, TCP, UDP, OUTSIDE, OTHER = sys.argv[1:8]


def attempt(what, call):
    """Prints that the program has escaped if the call does not fail."""
    try:
        call()
    except (OSError, ValueError):
        return
    print("ESCAPED:", what, flush=True)


def done():
    print("contained")
