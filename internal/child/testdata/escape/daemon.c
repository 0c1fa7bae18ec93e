// Leaves a process behind that has cut all ties.
#include "escape.h"

int main(void) {
	if (fork() == 0) {
		setsid();
		if (fork() == 0) {
			for (int fd = 0; fd < 1024; fd++) close(fd);
			signal(SIGHUP, SIG_IGN);
			signal(SIGTERM, SIG_IGN);
			sleep(600);
		}
		_exit(0);
	}
	usleep(50000);
	return done();
}
