# Opens devices.
for device in /dev/mem /dev/kmsg /dev/vda /dev/sda /dev/loop0 /dev/fuse /dev/kvm /dev/ptmx /dev/tty /dev/console /dev/zero; do
	if (: <"$device") 2>/dev/null; then echo "ESCAPED: $device"; fi
done
echo contained
