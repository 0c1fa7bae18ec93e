// Raises its limits, and lowers those of others.
#include "escape.h"
#include <sys/resource.h>

int main(int argc, char **argv) {
	struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY}, none = {1, 1};
	TRY(setrlimit(RLIMIT_CPU, &all));
	TRY(setrlimit(RLIMIT_FSIZE, &all));
	TRY(setrlimit(RLIMIT_CORE, &all));
	struct rlimit files = {4096, 4096};
	TRY(setrlimit(RLIMIT_NOFILE, &files));
	TRY(prlimit(atoi(argv[OUTSIDE]), RLIMIT_NOFILE, &none, NULL));
	return done();
}
