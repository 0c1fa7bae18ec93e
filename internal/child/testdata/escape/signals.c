// Sends every signal to everybody that it can name.
#include "escape.h"
#include <sys/wait.h>

int main(int argc, char **argv) {
	for (int s = 1; s < 64; s++) signal(s, SIG_IGN);
	pid_t outside = atoi(argv[OUTSIDE]);
	int storm[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSTOP, SIGKILL};
	for (int i = 0; i < 6; i++) {
		TRY(kill(outside, storm[i]));
		TRY(kill(-outside, storm[i]));
		if (getppid() > 1) kill(getppid(), storm[i]);
		if (i < 4) kill(0, storm[i]);
	}
	return done();
}
