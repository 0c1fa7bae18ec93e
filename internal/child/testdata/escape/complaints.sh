# Complains without end.
exec yes "$(head -c 1000 /dev/urandom | tr -c x x)" >&2
