// Sets the machine's clock, to what it shows anyway, and its name.
#include "escape.h"
#include <sys/time.h>
#include <time.h>

int main(void) {
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	TRY(clock_settime(CLOCK_REALTIME, &now));
	struct timeval day = {now.tv_sec, now.tv_nsec / 1000};
	TRY(settimeofday(&day, NULL));
	char name[100];
	if (gethostname(name, sizeof name) == 0) TRY(sethostname(name, strlen(name)));
	return done();
}
