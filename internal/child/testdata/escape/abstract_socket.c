// Connects to a Unix socket that has no file, which no rule for files stops.
#include "escape.h"
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(int argc, char **argv) {
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	size_t n = strlen(argv[ABSTRACT]);
	memcpy(to.sun_path + 1, argv[ABSTRACT], n);
	socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + n;
	int s = socket(AF_UNIX, SOCK_STREAM, 0);
	TRY(connect(s, (void *)&to, size));
	return done();
}
