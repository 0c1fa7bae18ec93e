// Takes over its parent and a process outside.
#include "escape.h"
#include <sys/ptrace.h>
#include <sys/uio.h>

int main(int argc, char **argv) {
	char byte;
	struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
	pid_t pids[] = {getppid(), atoi(argv[OUTSIDE]), 1};
	for (int i = 0; i < 3; i++) {
		TRY(ptrace(PTRACE_SEIZE, pids[i], 0, 0));
		TRY(process_vm_readv(pids[i], &here, 1, &there, 1, 0));
		int fd = syscall(SYS_pidfd_open, pids[i], 0);
		TRY(syscall(SYS_pidfd_getfd, fd, 0, 0));
	}
	return done();
}
