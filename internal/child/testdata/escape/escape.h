// What the programs here share. Each tries to get out of its confinement and prints a
// line that begins with ESCAPED for each success. Their arguments are a file with a
// secret, a Unix socket, an abstract socket, a TCP port, a UDP port, a process outside,
// and the file of another submission.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PROGRAM, SECRET, SOCKET, ABSTRACT, TCP, UDP, OUTSIDE, OTHER };

#define TRY(call) \
	do { \
		if ((call) >= 0) printf("ESCAPED: %s\n", #call); \
	} while (0)

// Has to be ended by others.
static inline void stay(void) {
	fflush(stdout);
	sleep(60);
	puts("ESCAPED: it was not ended");
}

static inline int done(void) {
	puts("contained");
	return 0;
}
