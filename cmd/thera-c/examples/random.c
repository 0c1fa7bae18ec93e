/* Plays random games of a vector: random GAME VARIANT GAMES STEPS */
#include <stdio.h>
#include <stdlib.h>
#include "thera.h"

static char err[512];

static void check(int32_t result) {
	if (result < 0) {
		fprintf(stderr, "random: %s\n", err);
		exit(1);
	}
}

int main(int argc, char **argv) {
	if (argc != 5) {
		fprintf(stderr, "usage: random GAME VARIANT GAMES STEPS, such as random hermit 6x6 64 1000\n");
		return 2;
	}
	int64_t n = atoll(argv[3]), vector;
	check(thera_vector_new(argv[1], argv[2], n, &vector, err, sizeof err));
	int32_t *actions = calloc(n, sizeof *actions);
	uint8_t *terminated = calloc(n, 1);
	thera_arrays arrays = {.terminated = terminated, .terminated_len = n};
	check(thera_vector_reset(vector, &arrays, err, sizeof err));
	uint64_t seed = 1;
	long long ended = 0;
	for (long long step = atoll(argv[4]); step > 0; step--) {
		check(thera_vector_random_actions(vector, &seed, actions, n, err, sizeof err));
		check(thera_vector_step(vector, actions, n, 1, &arrays, err, sizeof err));
		for (int64_t i = 0; i < n; i++) ended += terminated[i];
	}
	printf("%lld games ended\n", ended);
	check(thera_vector_free(vector, err, sizeof err));
	free(actions);
	free(terminated);
}
