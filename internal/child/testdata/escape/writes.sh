# Writes to every folder that there is.
for dir in . / /tmp /var/tmp /home /root /etc /usr /run /dev /proc /sys "$(dirname "$1")" "$(dirname "$7")"; do
	if (echo x >"$dir/thera-escape") 2>/dev/null; then echo "ESCAPED: $dir"; fi
done
echo contained
