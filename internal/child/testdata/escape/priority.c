// Takes the processor from others.
#include "escape.h"
#include <sched.h>
#include <sys/resource.h>

int main(int argc, char **argv) {
	struct sched_param high = {1};
	TRY(sched_setscheduler(0, SCHED_FIFO, &high));
	TRY(setpriority(PRIO_PROCESS, 0, -5));
	TRY(setpriority(PRIO_PROCESS, atoi(argv[OUTSIDE]), 19));
	setpriority(PRIO_USER, getuid(), 15); // those that it sees, which are its own
	return done();
}
