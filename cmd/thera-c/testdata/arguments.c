/* Makes calls of which several arguments are wrong, and prints their messages, one a line. */
#include <stdio.h>

#include "thera.h"

static char err[512];

static void show(int32_t result) { puts(result == -1 ? err : "no error"); }

int main(void) {
	int64_t vector;
	int32_t actions[2] = {0};
	int8_t players[1];
	uint8_t planes[1];
	thera_arrays unmeasured = {.observation = planes, .observation_len = -1, .mask = planes, .mask_len = -1};
	thera_arrays few = {.current_player = players, .current_player_len = 1};

	show(thera_position_start(NULL, "4x4", NULL, err, sizeof err));
	if (thera_vector_new("hermit", "4x4", 2, &vector, err, sizeof err) != 0) return 1;
	show(thera_vector_symmetries(vector, actions, -1, actions, -1, actions, -1, err, sizeof err));
	show(thera_vector_step(vector, actions, -1, 0, &unmeasured, err, sizeof err));
	show(thera_vector_step(vector, actions, 2, 0, &unmeasured, err, sizeof err));
	show(thera_vector_step(vector, actions, 1, 0, &few, err, sizeof err));

	/* Too little room for the moves: the position is played all the same. */
	thera_position pos;
	char moves[4096], few_moves[10];
	if (thera_position_start("hermit", "4x4", &pos, err, sizeof err) != 0) return 1;
	int32_t length = thera_position_play(&pos, "Ra1", &pos, few_moves, sizeof few_moves, err, sizeof err);
	if (length < (int32_t)sizeof few_moves || few_moves[0] != 0) return 1;
	if (thera_position_moves(&pos, moves, sizeof moves, err, sizeof err) != length) return 1;
	return thera_vector_free(vector, err, sizeof err);
}
