/*
 * thera.h: the games Amazons, Santorini and Hermit for programs in any language.
 *
 *     make library      # dist/libthera.so and dist/thera.h
 *     cc program.c -I dist -L dist -lthera
 *
 * There are two ways to play. A position (thera_position_*) is a plain value of 96 bytes:
 * copy, store and compare it as you like. A vector (thera_vector_*) is many games of one
 * environment for learning programs: one call makes an action in each game and fills your
 * arrays. No call needs an engine, and none is in here: `thera engine` has those.
 *
 * Rules for all functions
 *
 * Results. A function returns 0, or a count that its comment names. -1 is an error, and then
 * err holds a message that quotes what was wrong and says what is accepted. err may be NULL.
 * err_len is the size of err in bytes; 512 are enough for most messages. Longer ones are cut.
 *
 * Texts are UTF-8. Those you pass end with a zero byte, have at most 65,535 bytes before it,
 * and are yours. Functions that write a text into out return its length without the zero byte
 * at the end. If that is not less than out_len, out has too little room and holds only a zero
 * byte: call again with more.
 *
 * Memory. Everything belongs to you, and the library keeps no pointer when a call returns. A
 * NULL pointer where the comment does not allow one is an error. An address that is not
 * NULL must be valid.
 *
 * Threads. Call from any thread. One vector serves one thread at a time: a second call that
 * comes in meanwhile is an error and changes nothing.
 *
 * Processes. The library does not survive fork(): in a child process all functions return
 * errors, except thera_process_id. In Python, multiprocessing has to use the start method
 * "spawn".
 */
#ifndef THERA_H
#define THERA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the version of the library, such as "v1.3.0", and returns its length. */
int32_t thera_version(char *out, int64_t out_len);

/*
 * Returns the ID of the process that loaded the library. If getpid() differs, the process is
 * a fork, and the library refuses to work in it.
 */
int32_t thera_process_id(void);

/*
 * Writes the games as a JSON array, and returns its length:
 * [{"game":"hermit","variants":["6x6","3x3"]}]. The first variant is the default.
 */
int32_t thera_games(char *out, int64_t out_len, char *err, int64_t err_len);

/* Positions */

/*
 * A position of any game. Copy it, compare it byte by byte, use its bytes as the key of a
 * table: equal positions have equal bytes. It is valid in every process that has the same
 * build of the library, on machines of the same kind; for longer keep thera_position_text.
 *
 * Only the library makes positions. It refuses one that was changed: check would be wrong.
 */
typedef struct {
	uint64_t check;    /* a checksum of all other fields */
	uint64_t hash;     /* of everything that the text shows; equal on every machine */
	uint8_t game;      /* the game's index in thera_games */
	uint8_t turn;      /* the seat to move, from 0; in a finished game, the one that would be next */
	uint8_t winners;   /* bit i for the seat i that has won; 0 until the game is over */
	uint8_t in_play;   /* bit i for the seat i that has not been eliminated */
	uint8_t seats;     /* the number of players at the start, 2 to 4 */
	uint8_t zeros[3];
	uint64_t board[9]; /* the library's own form */
} thera_position;

/*
 * Sets pos to the start of a game. The variant is one from thera_games, for Santorini also with
 * the powers of the seats, as in "2p:athena,pan". NULL and "" mean the default.
 */
int32_t thera_position_start(const char *game, const char *variant, thera_position *pos,
	char *err, int64_t err_len);

/* Sets pos to the position that a text stands for, in any form that the rules accept. */
int32_t thera_position_parse(const char *game, const char *text, thera_position *pos,
	char *err, int64_t err_len);

/* Writes the canonical text: equal positions have equal texts. Returns its length. */
int32_t thera_position_text(const thera_position *pos, char *out, int64_t out_len,
	char *err, int64_t err_len);

/*
 * Writes the legal moves in the order of the rules, one a line, without a newline after the
 * last. Returns the length; 0 means that there are none, because the game is over.
 */
int32_t thera_position_moves(const thera_position *pos, char *out, int64_t out_len,
	char *err, int64_t err_len);

/*
 * Plays a move, given in any text that the rules accept, and sets next to the position after
 * it; next may be pos. Also writes the legal moves of next as thera_position_moves does, and
 * returns their length. moves may be NULL if you don't want them; the result is then 0. If
 * they have too little room, next is set all the same: list them by thera_position_moves.
 */
int32_t thera_position_play(const thera_position *pos, const char *move, thera_position *next,
	char *moves, int64_t moves_len, char *err, int64_t err_len);

/* What thera_play needs besides the position and the move; fill in all but next. */
typedef struct {
	thera_position next;
	char *moves;
	int64_t moves_len;
	char *err;
	int64_t err_len;
} thera_turn;

/*
 * Calls thera_position_play with what is in turn, for languages in which each argument of a
 * call takes time. With ctypes, that is 50 nanoseconds. turn must not be NULL.
 */
int32_t thera_play(const thera_position *pos, const char *move, thera_turn *turn);

/*
 * Sets next to the position without a seat (from 0), whose player gives up while others play
 * on; next may be pos. Only games of three or four players have such positions: in a game
 * for two the other seat has won, and this is an error.
 */
int32_t thera_position_eliminate(const thera_position *pos, int32_t seat, thera_position *next,
	char *err, int64_t err_len);

/* Writes the legal move that a text stands for, in its canonical text. Returns its length. */
int32_t thera_position_read(const thera_position *pos, const char *move, char *out, int64_t out_len,
	char *err, int64_t err_len);

/* Writes how the game ended, such as "stuck" or "climb". Returns the length, 0 until then. */
int32_t thera_position_ending(const thera_position *pos, char *out, int64_t out_len,
	char *err, int64_t err_len);

/*
 * Writes the board as a JSON object, and returns its length: files, ranks, seats, cells (rank
 * by rank from a1, each with kind, piece, owners as seats from 1, and level; what is nothing
 * or 0 is absent), powers by seat, if there are any, and diagram, the board as plain text.
 */
int32_t thera_position_board(const thera_position *pos, char *out, int64_t out_len,
	char *err, int64_t err_len);

/*
 * Writes the board as an SVG picture, width pixels wide (40 to 2000), and returns its length.
 * last is the move that led to the position, which is then marked, or NULL. A text that is no
 * move of the game is an error. The board is turned around if flipped is not 0.
 */
int32_t thera_position_picture(const thera_position *pos, const char *last, int32_t width,
	int32_t flipped, char *out, int64_t out_len, char *err, int64_t err_len);

/*
 * Sets count to the number of sequences of exactly depth moves. That takes exponential time
 * and cannot be stopped: to stay in control, play the first moves yourself.
 */
int32_t thera_position_perft(const thera_position *pos, int32_t depth, uint64_t *count,
	char *err, int64_t err_len);

/* Vectors */

/*
 * The arrays that a call fills, with their lengths in elements. Row i belongs to game i. An
 * array that is NULL is not filled. thera_vector_spec has the sizes: actions, planes,
 * height, width and seats.
 */
typedef struct {
	int8_t *current_player; /* n: the seat to move, from 0 */
	int64_t current_player_len;
	uint8_t *observation; /* n * planes * height * width: 0 or 1 */
	int64_t observation_len;
	uint8_t *mask; /* n * actions: 1 for the actions that are legal; all 0 after the end */
	int64_t mask_len;
	float *rewards; /* n * seats: 1 for winners and -1 for losers when the game ends, else 0 */
	int64_t rewards_len;
	uint8_t *terminated; /* n: 1 after the end */
	int64_t terminated_len;
} thera_arrays;

/*
 * Makes n games of an environment and sets vector to their handle. The variant is as for
 * thera_position_start, or the text of a position that all games start from. n is at most 1,048,576, and
 * all vectors together have at most 4,194,304 games. Call thera_vector_free in the end.
 */
int32_t thera_vector_new(const char *game, const char *variant, int64_t n, int64_t *vector,
	char *err, int64_t err_len);

/* Frees a vector. Its handle is never used again. */
int32_t thera_vector_free(int64_t vector, char *err, int64_t err_len);

/*
 * Writes what the arrays mean as a JSON object, and returns its length: name with version,
 * game, variant, start (the text of a position), n, actions, planes (an array of names), height,
 * width, seats, and symmetries, which is their number.
 */
int32_t thera_vector_spec(int64_t vector, char *out, int64_t out_len, char *err, int64_t err_len);

/* Sets all games to their start and fills the arrays. */
int32_t thera_vector_reset(int64_t vector, const thera_arrays *arrays, char *err, int64_t err_len);

/*
 * Fills the arrays with the games as they are, for instance after thera_vector_copy. Games that
 * are over have their rewards.
 */
int32_t thera_vector_observe(int64_t vector, const thera_arrays *arrays, char *err, int64_t err_len);

/*
 * Makes actions[i] in game i, for all n games, and fills the arrays. If an action is out of
 * range or not legal, the error names game and action, and nothing changes. In a finished
 * game, the action must be 0 and does nothing; if restart is not 0, the action may be any and the
 * next game starts instead.
 */
int32_t thera_vector_step(int64_t vector, const int32_t *actions, int64_t actions_len, int32_t restart,
	const thera_arrays *arrays, char *err, int64_t err_len);

/*
 * Sets actions[i] to a random legal action of game i, each equally likely, or 0 if the game is
 * over. seed is changed by the call; the same seed gives the same actions on every machine.
 */
int32_t thera_vector_random_actions(int64_t vector, uint64_t *seed, int32_t *actions, int64_t actions_len,
	char *err, int64_t err_len);

/* Sets pos to the position of game i at the beginning of its turn. */
int32_t thera_vector_position(int64_t vector, int64_t i, thera_position *pos, char *err, int64_t err_len);

/* Sets game i to a position, with which later restarts have nothing to do. */
int32_t thera_vector_set_position(int64_t vector, int64_t i, const thera_position *pos,
	char *err, int64_t err_len);

/* Writes what an action does in game i, in the notation of the game. Returns the length. */
int32_t thera_vector_action_text(int64_t vector, int64_t i, int32_t action, char *out, int64_t out_len,
	char *err, int64_t err_len);

/* Sets game i to a copy of game j of another vector, or the same, of the same environment. */
int32_t thera_vector_copy(int64_t vector, int64_t i, int64_t from, int64_t j, char *err, int64_t err_len);

/*
 * Returns k, the number of symmetries of the board; the first is the identity. Fills three
 * tables, row s for symmetry s: what is at index x in a row of the array goes to index
 * table[x]. cells (k * height * width) is for the squares of each plane, planes (k * number
 * of planes) for the planes, actions (k * actions) for the actions. A table may be NULL.
 */
int32_t thera_vector_symmetries(int64_t vector, int32_t *cells, int64_t cells_len,
	int32_t *planes, int64_t planes_len, int32_t *actions, int64_t actions_len,
	char *err, int64_t err_len);

/*
 * Writes the actions of a whole move of game i, from the beginning of its turn; the move may
 * be any text that the rules accept. Returns the number of actions. If that is more than
 * actions_len, nothing is written.
 */
int32_t thera_vector_encode(int64_t vector, int64_t i, const char *move,
	int32_t *actions, int64_t actions_len, char *err, int64_t err_len);

/*
 * Writes all moves of game i from the beginning of its turn, in the order of the rules, as a
 * JSON array, and returns its length: [{"move":"Ya3","actions":[12]}].
 */
int32_t thera_vector_turns(int64_t vector, int64_t i, char *out, int64_t out_len,
	char *err, int64_t err_len);

#ifdef __cplusplus
}
#endif

#endif
