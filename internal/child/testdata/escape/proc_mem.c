// Writes into the memory of other processes, and reads what they know.
#include "escape.h"

int main(int argc, char **argv) {
	char path[100];
	const char *files[] = {"mem", "environ", "maps", "fd/0", "root/etc/passwd", "cwd/."};
	int pids[] = {getppid(), atoi(argv[OUTSIDE]), 1};
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 6; j++) {
			snprintf(path, sizeof path, "/proc/%d/%s", pids[i], files[j]);
			if (pids[i] == getpid()) continue;
			int fd = open(path, j == 0 ? O_RDWR : O_RDONLY);
			char byte;
			// The first process inside may be seen: it knows nothing.
			if (fd >= 0 && (j == 0 || pids[i] == atoi(argv[OUTSIDE])) && read(fd, &byte, 1) > 0)
				printf("ESCAPED: %s\n", path);
		}
	return done();
}
