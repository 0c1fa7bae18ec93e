# Leaves a process behind.
(setsid nohup sleep 623.5 >/dev/null 2>&1 &)
echo contained
