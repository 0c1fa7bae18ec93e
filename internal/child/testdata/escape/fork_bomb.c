// Starts processes without end, or here 3,000.
#include "escape.h"

int main(void) {
	for (int i = 0; i < 3000; i++) {
		pid_t pid = fork();
		if (pid == 0) {
			sleep(60);
			_exit(0);
		}
		if (pid < 0) return done();
	}
	stay();
}
