/* The library works in the process that loaded it and refuses to in a fork of it. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "thera.h"

int main(void) {
	char err[512] = "";
	thera_position pos;
	if (thera_process_id() != getpid() || thera_position_start("hermit", NULL, &pos, err, sizeof err) != 0) return 3;
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		if (thera_process_id() == getpid() || thera_position_start("hermit", NULL, &pos, err, sizeof err) != -1) _exit(4);
		puts(err);
		fflush(stdout);
		_exit(0);
	}
	int status = -1;
	waitpid(child, &status, 0);
	/* The parent is as before. */
	if (thera_position_start("hermit", NULL, &pos, err, sizeof err) != 0) return 5;
	return status == 0 ? 0 : 6;
}
