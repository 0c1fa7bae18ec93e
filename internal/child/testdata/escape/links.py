"""Reads a secret through links, and changes its own folder while it runs."""

import os
from escape import *

scratch = os.environ["TMPDIR"]
link = os.path.join(scratch, "link")
os.symlink(SECRET, link)
attempt("symbolic link", lambda: open(link).read())
attempt("hard link", lambda: os.link(SECRET, os.path.join(scratch, "hard")))
folder = os.path.join(scratch, "folder")
os.symlink(os.path.dirname(SECRET), folder)
attempt("link to a folder", lambda: open(os.path.join(folder, os.path.basename(SECRET))).read())
attempt("link in its own folder", lambda: os.symlink(SECRET, "thera.txt.new"))
attempt("swap", lambda: os.rename(__file__, __file__ + ".old"))
attempt("a link that was handed in", lambda: open("handed-in").read())
attempt("steps", lambda: open("../" * 20 + SECRET).read())
done()
