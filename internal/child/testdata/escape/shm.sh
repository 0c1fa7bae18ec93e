# Leaves a file in the memory that all programs share.
echo x >/dev/shm/thera-escape-shm
echo contained
