package ugi

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"thera/game"
)

// query answers a question about the position. The first three questions are
// UGI's, so that a referee need not know the rules; the others are extensions.
func (x *session) query(ctx context.Context, args []string) error {
	what := strings.Join(args, " ")
	switch what {
	case "p1turn":
		x.respond(strconv.FormatBool(x.pos.Turn() == 0))
	case "gameover":
		x.respond(strconv.FormatBool(x.pos.Winners() != 0))
	case "result":
		x.respond(Result(x.pos))
	case "fen":
		x.respond(x.pos.String())
	case "legalmoves":
		x.respond(FormatMoves(x.pos.Moves())...)
	default:
		if len(args) == 2 && args[0] == "perft" {
			return x.perft(ctx, args[1])
		}
		return fmt.Errorf("%q: want p1turn, gameover, result, fen, legalmoves or perft N", what)
	}
	return nil
}

func (x *session) respond(words ...string) {
	x.write(strings.Join(append([]string{"response"}, words...), " "))
}

// Result formats the winners: p1win, p2win, none while the game is in progress,
// and p1+3win for seats that win together.
func Result(pos game.Position) string {
	if winners := pos.Winners(); winners != 0 {
		return fmt.Sprintf("p%swin", winners)
	}
	return "none"
}

// perft starts counting move sequences, which can take long.
func (x *session) perft(ctx context.Context, text string) error {
	depth, err := strconv.Atoi(text)
	if err != nil || depth < 0 {
		return fmt.Errorf("perft %q: want a whole number of plies", text)
	}
	if x.task.running() {
		return errBusy
	}
	pos := x.pos
	x.startTask(ctx, func(ctx context.Context, _ func(string)) []string {
		n, err := game.Perft(ctx, pos, depth)
		if err != nil {
			return []string{errorLine("query", fmt.Errorf("perft %d: stopped at %d: %w", depth, n, err))}
		}
		return []string{fmt.Sprintf("response %d", n)}
	})
	return nil
}
