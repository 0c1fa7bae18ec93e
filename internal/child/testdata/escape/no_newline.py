"""Writes one line without end, or here 2 GB."""

import sys

for _ in range(2000):
    sys.stdout.write("x" * 1_000_000)
    sys.stdout.flush()
print("contained")
