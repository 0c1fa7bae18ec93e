/*
 * Calls all functions of the library with valid, damaged and senseless arguments from several
 * threads: hammer CALLS THREADS SEED. Each second it prints the seconds, the calls, and
 * the memory of the process in KiB. It aborts if the library writes where it must not, or
 * accepts what it has to refuse.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "thera.h"

enum { OUT = 1 << 16, ERR = 512, CANARY = 64, POSITIONS = 16, VECTORS = 24, ROWS = 40, WIDEST = 1 << 17 };

static _Atomic int64_t handles[VECTORS]; /* shared by all threads */
static atomic_llong calls;
static long long most;

/* Addresses that cannot be used: an error, not the end of the process. */
static void *nowhere[2];

typedef struct {
	uint64_t rng;
	unsigned char out[OUT + CANARY], err[ERR + CANARY];
	char text[70000];
	thera_position positions[POSITIONS];
	int32_t actions[WIDEST];
	int8_t players[ROWS];
	uint8_t observation[WIDEST], mask[WIDEST], terminated[ROWS];
	float rewards[ROWS * 4];
	int64_t out_len, err_len;
	char *err_to; /* err, or nowhere */
} state;

static uint64_t next(state *s) {
	s->rng ^= s->rng << 13;
	s->rng ^= s->rng >> 7;
	s->rng ^= s->rng << 17;
	return s->rng;
}

static uint64_t below(state *s, uint64_t n) { return (next(s) >> 11) % n; }

static void demand(int ok, const char *what) {
	if (!ok) {
		fprintf(stderr, "hammer: %s\n", what);
		abort();
	}
}

/* Numbers of which most are small and some are absurd. */
static int64_t number(state *s, int64_t n) {
	switch (below(s, 24)) {
	case 0: return -1;
	case 1: return (int64_t)next(s);
	case 2: return INT64_MAX - (int64_t)below(s, 3);
	default: return (int64_t)below(s, n);
	}
}

static const char *words[] = {
	"amazons", "santorini", "hermit", "6x6", "10x10", "8x8", "4x4", "2p", "3p", "4p", "teams", "2p:athena,pan", "3p:atlas,hermes,demeter",
	"", "Ya3-b3", "d1-d7(g7)", "@b2,d4", "c3-c4(d4)", "....../....../....../....../....../...... 1",
	"1q2q1/q4q/6/6/Q4Q/1Q2Q1 w", "00000/00100/00000/00020/00000 b2d4,b4d2 1", "00000/00000/00000/00000/00000 -,-,+,+ 1", "4x7",
};

static const char *word(state *s, int first, int count) {
	switch (below(s, 16)) {
	case 0: return NULL;
	case 1: { /* a damaged word */
		strcpy(s->text, words[below(s, sizeof words / sizeof *words)]);
		size_t n = strlen(s->text);
		if (n > 0) s->text[below(s, n)] = (char)next(s);
		return s->text;
	}
	case 2: { /* any bytes */
		size_t n = below(s, below(s, 200) == 0 ? sizeof s->text - 1 : 40);
		for (size_t i = 0; i < n; i++) s->text[i] = (char)(1 + below(s, 255));
		s->text[n] = 0;
		return s->text;
	}
	case 3: return words[below(s, sizeof words / sizeof *words)];
	default: return words[first + (int)below(s, count)];
	}
}

static const char *game(state *s) { return word(s, 0, 3); }
static const char *variant(state *s) { return word(s, 3, 11); }

/* A move: one of those in out, which often hold the last position's, or any text. */
static const char *move(state *s) {
	if (below(s, 8) == 0) return word(s, 14, 4);
	size_t n = strnlen((char *)s->out, OUT - 1), from = n > 0 ? below(s, n) : 0;
	while (from > 0 && s->out[from - 1] != '\n') from--;
	size_t end = from;
	while (end < n && s->out[end] != '\n' && end - from < 100) end++;
	memcpy(s->text, s->out + from, end - from);
	s->text[end - from] = 0;
	return s->text;
}

/* Sets the sizes of the buffers for a call, with bytes after them that must not change. */
static void prepare(state *s) {
	s->out_len = below(s, 8) == 0 ? (int64_t)below(s, 64) : OUT;
	s->err_len = below(s, 4) == 0 ? (int64_t)below(s, 64) : ERR;
	s->err_to = below(s, 64) == 0 ? nowhere[below(s, 2)] : (char *)s->err;
	memset(s->out + s->out_len, 0xA5, CANARY);
	memset(s->err + s->err_len, 0xA5, CANARY);
}

static void inspect(state *s, int32_t result) {
	for (int i = 0; i < CANARY; i++) {
		demand(s->out[s->out_len + i] == 0xA5, "out is written beyond out_len");
		demand(s->err[s->err_len + i] == 0xA5, "err is written beyond err_len");
	}
	demand(result >= -1, "a result below -1");
	if (result == -1 && s->err_len > 0 && s->err_to == (char *)s->err) {
		demand(memchr(s->err, 0, s->err_len) != NULL, "a message without a zero byte");
		demand(s->err_len < 2 || s->err[0] != 0, "an empty message");
	}
}

static thera_position *position(state *s) {
	return below(s, 64) == 0 ? nowhere[below(s, 2)] : &s->positions[below(s, POSITIONS)];
}

static int64_t handle(state *s) {
	return below(s, 32) == 0 ? (int64_t)next(s) : atomic_load(&handles[below(s, VECTORS)]);
}

#define OUTPUT (below(s, 64) == 0 ? (char *)nowhere[below(s, 2)] : (char *)s->out), (below(s, 64) == 0 ? -(int64_t)below(s, 9) : s->out_len)
#define ERRORS s->err_to, s->err_len

/* A position with a changed bit has to be refused. */
static void forge(state *s) {
	thera_position forged = s->positions[below(s, POSITIONS)];
	uint8_t *bytes = (uint8_t *)&forged;
	bytes[below(s, sizeof forged)] ^= 1 << below(s, 8);
	demand(thera_position_moves(&forged, (char *)s->out, s->out_len, ERRORS) == -1, "a forged position is accepted");
	thera_position junk;
	for (size_t i = 0; i < sizeof junk; i++) ((uint8_t *)&junk)[i] = (uint8_t)next(s);
	demand(thera_position_play(&junk, "Ya3", &forged, NULL, 0, ERRORS) == -1, "a senseless position is accepted");
}

static int32_t call_position(state *s, int what) {
	thera_position *pos = position(s), *to = position(s);
	switch (what) {
	case 0: return thera_position_start(game(s), variant(s), to, ERRORS);
	case 1: return thera_position_parse(game(s), word(s, 18, 5), to, ERRORS);
	case 2: return thera_position_text(pos, OUTPUT, ERRORS);
	case 3: return thera_position_read(pos, move(s), OUTPUT, ERRORS);
	case 4: return thera_position_ending(pos, OUTPUT, ERRORS);
	case 5: return thera_position_board(pos, OUTPUT, ERRORS);
	case 6: return thera_position_picture(pos, word(s, 14, 4), (int32_t)number(s, 3000), 1, OUTPUT, ERRORS);
	case 7: {
		uint64_t count;
		return thera_position_perft(pos, (int32_t)below(s, 3) - 1, below(s, 16) ? &count : NULL, ERRORS);
	}
	case 8: return thera_games(OUTPUT, ERRORS);
	case 9: forge(s); return 0;
	case 10: {
		thera_turn turn = {.moves = (char *)s->out, .moves_len = s->out_len, .err = (char *)s->err, .err_len = s->err_len};
		return thera_play(pos, move(s), &turn);
	}
	case 11: return thera_position_eliminate(pos, (int32_t)number(s, 5), to, ERRORS);
	default: {
		/* Follow a game: the moves of a position, and one of them, some times over. */
		if (pos == NULL) return 0;
		int32_t result = thera_position_moves(pos, (char *)s->out, s->out_len, ERRORS);
		for (int i = 0; i < 8 && result > 0 && result < s->out_len; i++)
			result = thera_position_play(pos, move(s), pos, (char *)s->out, s->out_len, ERRORS);
		if (result == 0) result = thera_position_start(words[below(s, 3)], NULL, pos, ERRORS);
		return result;
	}
	}
}

/* Arrays of the right lengths for a vector, if spec could be read, and often of others. */
static void arrange(state *s, int64_t vector, thera_arrays *a) {
	char spec[4096];
	long n = 0, actions = 0, height = 0, width = 0, seats = 0, planes = 1;
	if (thera_vector_spec(vector, spec, sizeof spec, NULL, 0) > 0 && strstr(spec, "\"planes\":[")) {
		sscanf(strstr(spec, "\"actions\":"), "\"actions\":%ld", &actions);
		sscanf(strstr(spec, "\"height\":"), "\"height\":%ld", &height);
		sscanf(strstr(spec, "\"width\":"), "\"width\":%ld", &width);
		sscanf(strstr(spec, "\"seats\":"), "\"seats\":%ld", &seats);
		sscanf(strstr(spec, "\"n\":"), "\"n\":%ld", &n);
		for (char *c = strstr(spec, "\"planes\":["); *c != ']'; c++) planes += *c == ',';
	}
	*a = (thera_arrays){s->players, n, s->observation, n * planes * height * width, s->mask, n * actions,
		s->rewards, n * seats, s->terminated, n};
	demand(a->observation_len <= WIDEST && a->mask_len <= WIDEST && n <= ROWS, "the buffers are too small");
	switch (below(s, 12)) {
	case 0: a->observation_len = number(s, WIDEST); break;
	case 1: a->mask_len = number(s, WIDEST); break;
	case 2: a->rewards_len = number(s, ROWS); break;
	case 3: a->terminated = NULL; break;
	case 4: a->observation = NULL; break;
	}
}

static int32_t step(state *s, int64_t vector) {
	thera_arrays a;
	arrange(s, vector, &a);
	uint64_t seed = next(s);
	int32_t result = thera_vector_reset(vector, &a, ERRORS);
	for (int i = 0; i < 16; i++) {
		result = thera_vector_random_actions(vector, below(s, 64) ? &seed : NULL, s->actions, a.current_player_len, ERRORS);
		if (below(s, 4) == 0)
			for (int k = 0; k < 3; k++) s->actions[below(s, ROWS)] = (int32_t)number(s, 200);
		int64_t n = below(s, 16) ? a.current_player_len : number(s, ROWS);
		result = thera_vector_step(vector, s->actions, n, (int32_t)below(s, 2), below(s, 16) ? &a : NULL, ERRORS);
	}
	return result;
}

static int32_t call_vector(state *s, int what) {
	int slot = (int)below(s, VECTORS);
	int64_t vector = handle(s);
	switch (what) {
	case 0: { /* a new one in place of an old one, which other threads may be using */
		int64_t made = 0, n = 1 + number(s, ROWS - 1);
		int32_t result = thera_vector_new(game(s), variant(s), n > ROWS ? INT64_MAX : n, &made, ERRORS);
		if (result == 0) made = atomic_exchange(&handles[slot], made);
		char err[ERR] = "another call";
		while (made != 0 && strstr(err, "another call") && thera_vector_free(made, err, sizeof err) < 0)
			sched_yield();
		demand(made == 0 || strstr(err, "another call"), "a vector can't be freed");
		return result;
	}
	case 1: return thera_vector_spec(vector, OUTPUT, ERRORS);
	case 2: return thera_vector_position(vector, number(s, ROWS), position(s), ERRORS);
	case 3: return thera_vector_set_position(vector, number(s, ROWS), position(s), ERRORS);
	case 4: return thera_vector_action_text(vector, number(s, ROWS), (int32_t)number(s, 200), OUTPUT, ERRORS);
	case 5: return thera_vector_copy(vector, number(s, ROWS), handle(s), number(s, ROWS), ERRORS);
	case 6: return thera_vector_symmetries(vector, s->actions, number(s, 2000), NULL, 0, NULL, 0, ERRORS);
	case 7: return thera_vector_encode(vector, number(s, ROWS), move(s), s->actions, number(s, 5), ERRORS);
	case 8: return thera_vector_turns(vector, number(s, ROWS), OUTPUT, ERRORS);
	case 9: {
		thera_arrays a;
		arrange(s, vector, &a);
		return thera_vector_observe(vector, &a, ERRORS);
	}
	default: return step(s, vector);
	}
}

static void *hammer(void *argument) {
	state *s = argument;
	for (int i = 0; i < POSITIONS; i++) thera_position_start(words[i % 3], NULL, &s->positions[i], NULL, 0);
	while (atomic_fetch_add(&calls, 1) < most) {
		prepare(s);
		inspect(s, below(s, 2) ? call_position(s, (int)below(s, 40)) : call_vector(s, (int)below(s, 40)));
	}
	return NULL;
}

/* A thread begins and ends every second, as threads of programs do. */
static void *visit(void *unused) {
	thera_position pos;
	demand(thera_position_start("hermit", "", &pos, NULL, 0) == 0, "no position from a new thread");
	return unused;
}

static long memory(void) {
	long pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	if (f == NULL || fscanf(f, "%*d %ld", &pages) != 1) pages = 0;
	if (f != NULL) fclose(f);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

int main(int argc, char **argv) {
	if (argc != 4) return 2;
	most = atoll(argv[1]);
	int threads = atoi(argv[2]);
	nowhere[1] = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_t all[64];
	demand(threads > 0 && threads <= 64, "threads");
	for (int i = 0; i < threads; i++) {
		state *s = calloc(1, sizeof *s);
		s->rng = strtoull(argv[3], NULL, 10) * 64 + i + 1;
		for (int k = 0; k < 20; k++) next(s);
		pthread_create(&all[i], NULL, hammer, s);
	}
	for (int second = 0; atomic_load(&calls) < most; second++) {
		printf("%d %lld %ld\n", second, atomic_load(&calls), memory());
		fflush(stdout);
		pthread_t visitor;
		pthread_create(&visitor, NULL, visit, NULL);
		pthread_join(visitor, NULL);
		sleep(1);
	}
	for (int i = 0; i < threads; i++) pthread_join(all[i], NULL);
	printf("end %lld %ld\n", most, memory());
	return 0;
}
