// Changes the modes and times of files that it may not open, and empties them.
#include "escape.h"
#include <sys/stat.h>
#include <sys/time.h>

int main(int argc, char **argv) {
	TRY(chmod(argv[SECRET], 0777));
	TRY(chown(argv[SECRET], getuid(), getgid()));
	TRY(utimes(argv[SECRET], NULL));
	TRY(truncate(argv[SECRET], 0));
	TRY(unlink(argv[SECRET]));
	TRY(rename(argv[SECRET], "/dev/shm/secret"));
	TRY(link(argv[SECRET], "/dev/shm/secret"));
	TRY(chmod(argv[PROGRAM], 0777));
	return done();
}
