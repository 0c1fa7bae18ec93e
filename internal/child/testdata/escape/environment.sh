# Looks for secrets in the environment.
for name in THERA_SECRET THERA_TOKEN SSH_AUTH_SOCK DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR DOCKER_HOST; do
	if eval "[ -n \"\${$name+x}\" ]"; then echo "ESCAPED: $name"; fi
done
if tr '\0' '\n' </proc/1/environ 2>/dev/null | grep -q THERA_SECRET; then echo 'ESCAPED: of the first process'; fi
echo contained
