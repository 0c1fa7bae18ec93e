"""Reads what it should not: the password file, homes, other submissions, the grader's files."""

import os
from escape import *

for path in ["/etc/shadow", "/etc/passwd", "/etc/hostname", SECRET, OTHER, "/var/log/dpkg.log", "/proc/1/root/etc/passwd"]:
    attempt(path, lambda: open(path, "rb").read(1))
for top in ["/root", "/home", "/var", "/run", os.path.dirname(SECRET)]:
    for folder, _, names in os.walk(top):
        for name in names:
            attempt(folder, lambda: open(os.path.join(folder, name), "rb").read(1))
        if names:
            break
done()
