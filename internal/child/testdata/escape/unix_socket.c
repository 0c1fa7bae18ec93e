// Connects to the socket of a service, such as Docker or D-Bus, in several ways.
#include "escape.h"
#include <sys/socket.h>
#include <sys/un.h>

int main(int argc, char **argv) {
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	strncpy(to.sun_path, argv[SOCKET], sizeof to.sun_path - 1);
	int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
	for (int i = 0; i < 3; i++) {
		int s = socket(AF_UNIX, types[i], 0);
		TRY(connect(s, (void *)&to, sizeof to));
	}
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0) {
		TRY(connect(pair[0], (void *)&to, sizeof to));
		TRY(sendto(pair[0], "x", 1, 0, (void *)&to, sizeof to));
		puts("ESCAPED: a pair of sockets that can send elsewhere");
	}
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0) TRY(connect(pair[0], (void *)&to, sizeof to));
	return done();
}
