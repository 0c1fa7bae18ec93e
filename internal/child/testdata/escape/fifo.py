"""Puts things in the place of files on which a reader would wait for ever."""

import os
from escape import *

attempt("FIFO", lambda: os.mkfifo("thera-escape"))
attempt("FIFO outside", lambda: os.mkfifo(os.path.dirname(SECRET) + "/thera-escape"))
attempt("own file", lambda: os.unlink(__file__))
done()
