"""Runs the program: python -m thera."""

from ._program import main

main()
