// Starts threads without end, or here 3,000.
#include "escape.h"
#include <pthread.h>

static void *rest(void *unused) {
	sleep(60);
	return unused;
}

int main(void) {
	pthread_attr_t small;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 1 << 16);
	for (int i = 0; i < 3000; i++) {
		pthread_t thread;
		if (pthread_create(&thread, &small, rest, NULL)) return done();
	}
	stay();
}
