// Changes what it sees of the files.
#include "escape.h"
#include <sys/mount.h>

int main(void) {
	TRY(mount("none", "/dev/shm", "tmpfs", 0, ""));
	TRY(mount("/", "/dev/shm", "", MS_BIND, ""));
	TRY(mount("", "/", "", MS_REMOUNT, ""));
	TRY(umount2("/proc", MNT_DETACH));
	TRY(syscall(SYS_pivot_root, "/dev/shm", "/dev/shm"));
	TRY(chroot("/dev/shm"));
	TRY(syscall(SYS_fsopen, "tmpfs", 0));
	TRY(syscall(SYS_open_tree, -100, "/", 1));
	return done();
}
