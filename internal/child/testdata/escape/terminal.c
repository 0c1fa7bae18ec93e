// Types a command into the shell of the one who runs the program.
#include "escape.h"
#include <sys/ioctl.h>

int main(void) {
	int tty = open("/dev/tty", O_RDWR);
	for (int fd = 0; fd < 3 + (tty > 2); fd++) {
		TRY(ioctl(fd < 3 ? fd : tty, TIOCSTI, "#"));
		char paste[] = {3}; // TIOCL_PASTESEL, on a console
		TRY(ioctl(fd < 3 ? fd : tty, TIOCLINUX, paste));
	}
	if (tty >= 0) puts("ESCAPED: it has a terminal");
	return done();
}
