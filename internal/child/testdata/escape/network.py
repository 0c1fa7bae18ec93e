"""Talks to the machine and to the world."""

import socket
from escape import *


def connect(family, kind, address):
    with socket.socket(family, kind) as s:
        s.settimeout(5)
        s.connect(address)
        s.send(b"x")


attempt("TCP", lambda: connect(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", int(TCP))))
attempt("TCP by another address", lambda: connect(socket.AF_INET, socket.SOCK_STREAM, ("0.0.0.0", int(TCP))))
attempt("UDP", lambda: connect(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", int(UDP))))
attempt("IPv6", lambda: connect(socket.AF_INET6, socket.SOCK_STREAM, ("::1", int(TCP))))
attempt("raw socket", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
attempt("packets", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
attempt("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0))
attempt("virtual machine", lambda: socket.socket(40, socket.SOCK_STREAM))
attempt("listening", lambda: socket.create_server(("127.0.0.1", 0)))
done()
