"""Connects to the services of the machine and the user: D-Bus, systemd, Docker, ssh-agent."""

import glob
import os
import socket
from escape import *


def connect(path):
    with socket.socket(socket.AF_UNIX) as s:
        s.connect(path)


paths = ["/run/docker.sock", "/var/run/docker.sock", "/run/dbus/system_bus_socket", "/run/systemd/private", "/run/systemd/notify", SOCKET]
paths += glob.glob("/run/user/*/bus") + glob.glob("/tmp/ssh-*/agent.*")
paths += [os.environ[name].removeprefix("unix:path=") for name in ["SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS"] if name in os.environ]
for path in paths:
    attempt(path, lambda: connect(path))
done()
