//go:build cgo

// The functions of thera.h. Each refuses to work in a forked process before it enters Go:
// a fork has only the thread that called fork(), and Go's runtime would wait for its other
// threads forever.
#include "thera.h"

#include <stdio.h>

#include "_cgo_export.h"

#ifdef _WIN32
#include <process.h>
#define getpid _getpid
#else
#include <pthread.h>
#include <unistd.h>
#endif

static int32_t process_id;
static volatile int is_fork;

#ifndef _WIN32
static void forked(void) { is_fork = 1; }
#endif

__attribute__((constructor)) static void loaded(void) {
	process_id = (int32_t)getpid();
#ifndef _WIN32
	pthread_atfork(NULL, NULL, forked);
#endif
}

static int32_t refuse(char *err, int64_t err_len) {
	if (err != NULL && err_len > 0) {
		snprintf(err, (size_t)err_len,
			"process %d is a fork of process %d, which loaded the library, and the library does not survive a fork; "
			"want a new process: in Python, multiprocessing.set_start_method(\"spawn\")",
			(int)getpid(), (int)process_id);
	}
	return -1;
}

#define ENTER(call) return is_fork ? refuse(err, err_len) : call

int32_t thera_version(char *out, int64_t out_len) {
	return is_fork ? -1 : goVersion(out, out_len);
}

int32_t thera_process_id(void) { return process_id; }

int32_t thera_games(char *out, int64_t out_len, char *err, int64_t err_len) {
	ENTER(goGames(out, out_len, err, err_len));
}

int32_t thera_position_start(const char *game, const char *variant, thera_position *pos, char *err, int64_t err_len) {
	ENTER(goPositionStart((char *)game, (char *)variant, pos, err, err_len));
}

int32_t thera_position_parse(const char *game, const char *text, thera_position *pos, char *err,
	int64_t err_len) {
	ENTER(goPositionParse((char *)game, (char *)text, pos, err, err_len));
}

int32_t thera_position_text(const thera_position *pos, char *out, int64_t out_len, char *err,
	int64_t err_len) {
	ENTER(goPositionText((thera_position *)pos, out, out_len, err, err_len));
}

int32_t thera_position_moves(const thera_position *pos, char *out, int64_t out_len, char *err,
	int64_t err_len) {
	ENTER(goPositionMoves((thera_position *)pos, out, out_len, err, err_len));
}

int32_t thera_position_play(const thera_position *pos, const char *move, thera_position *next, char *moves,
	int64_t moves_len, char *err, int64_t err_len) {
	ENTER(goPositionPlay((thera_position *)pos, (char *)move, next, moves, moves_len, err, err_len));
}

int32_t thera_play(const thera_position *pos, const char *move, thera_turn *turn) {
	if (turn == NULL) return -1;
	return thera_position_play(pos, move, &turn->next, turn->moves, turn->moves_len, turn->err, turn->err_len);
}

int32_t thera_position_eliminate(const thera_position *pos, int32_t seat, thera_position *next, char *err,
	int64_t err_len) {
	ENTER(goPositionEliminate((thera_position *)pos, seat, next, err, err_len));
}

int32_t thera_position_read(const thera_position *pos, const char *move, char *out, int64_t out_len,
	char *err, int64_t err_len) {
	ENTER(goPositionRead((thera_position *)pos, (char *)move, out, out_len, err, err_len));
}

int32_t thera_position_ending(const thera_position *pos, char *out, int64_t out_len, char *err,
	int64_t err_len) {
	ENTER(goPositionEnding((thera_position *)pos, out, out_len, err, err_len));
}

int32_t thera_position_board(const thera_position *pos, char *out, int64_t out_len, char *err,
	int64_t err_len) {
	ENTER(goPositionBoard((thera_position *)pos, out, out_len, err, err_len));
}

int32_t thera_position_picture(const thera_position *pos, const char *last, int32_t width, int32_t flipped,
	char *out, int64_t out_len, char *err, int64_t err_len) {
	ENTER(goPositionPicture((thera_position *)pos, (char *)last, width, flipped, out, out_len, err, err_len));
}

int32_t thera_position_perft(const thera_position *pos, int32_t depth, uint64_t *count, char *err,
	int64_t err_len) {
	ENTER(goPositionPerft((thera_position *)pos, depth, count, err, err_len));
}

int32_t thera_vector_new(const char *game, const char *variant, int64_t n, int64_t *vector, char *err,
	int64_t err_len) {
	ENTER(goVectorNew((char *)game, (char *)variant, n, vector, err, err_len));
}

int32_t thera_vector_free(int64_t vector, char *err, int64_t err_len) {
	ENTER(goVectorFree(vector, err, err_len));
}

int32_t thera_vector_spec(int64_t vector, char *out, int64_t out_len, char *err, int64_t err_len) {
	ENTER(goVectorSpec(vector, out, out_len, err, err_len));
}

int32_t thera_vector_reset(int64_t vector, const thera_arrays *arrays, char *err, int64_t err_len) {
	ENTER(goVectorReset(vector, (thera_arrays *)arrays, err, err_len));
}

int32_t thera_vector_observe(int64_t vector, const thera_arrays *arrays, char *err, int64_t err_len) {
	ENTER(goVectorObserve(vector, (thera_arrays *)arrays, err, err_len));
}

int32_t thera_vector_step(int64_t vector, const int32_t *actions, int64_t actions_len, int32_t restart,
	const thera_arrays *arrays, char *err, int64_t err_len) {
	ENTER(goVectorStep(vector, (int32_t *)actions, actions_len, restart, (thera_arrays *)arrays, err, err_len));
}

int32_t thera_vector_random_actions(int64_t vector, uint64_t *seed, int32_t *actions, int64_t actions_len,
	char *err, int64_t err_len) {
	ENTER(goVectorRandomActions(vector, seed, actions, actions_len, err, err_len));
}

int32_t thera_vector_position(int64_t vector, int64_t i, thera_position *pos, char *err, int64_t err_len) {
	ENTER(goVectorPosition(vector, i, pos, err, err_len));
}

int32_t thera_vector_set_position(int64_t vector, int64_t i, const thera_position *pos, char *err,
	int64_t err_len) {
	ENTER(goVectorSetPosition(vector, i, (thera_position *)pos, err, err_len));
}

int32_t thera_vector_action_text(int64_t vector, int64_t i, int32_t action, char *out, int64_t out_len,
	char *err, int64_t err_len) {
	ENTER(goVectorActionText(vector, i, action, out, out_len, err, err_len));
}

int32_t thera_vector_copy(int64_t vector, int64_t i, int64_t from, int64_t j, char *err, int64_t err_len) {
	ENTER(goVectorCopy(vector, i, from, j, err, err_len));
}

int32_t thera_vector_symmetries(int64_t vector, int32_t *cells, int64_t cells_len, int32_t *planes,
	int64_t planes_len, int32_t *actions, int64_t actions_len, char *err, int64_t err_len) {
	ENTER(goVectorSymmetries(vector, cells, cells_len, planes, planes_len, actions, actions_len, err, err_len));
}

int32_t thera_vector_encode(int64_t vector, int64_t i, const char *move, int32_t *actions,
	int64_t actions_len, char *err, int64_t err_len) {
	ENTER(goVectorEncode(vector, i, (char *)move, actions, actions_len, err, err_len));
}

int32_t thera_vector_turns(int64_t vector, int64_t i, char *out, int64_t out_len, char *err,
	int64_t err_len) {
	ENTER(goVectorTurns(vector, i, out, out_len, err, err_len));
}
