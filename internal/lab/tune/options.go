package tune

import (
	"context"
	"errors"
	"os"
)

// Options says which games to play.
type Options struct {
	Games   int
	Nodes   uint64 // nodes a move
	Seed    uint64 // of openings and of the engine's variety
	Variant string // "" is the default
	Epochs  int    // how many times a network learns from each position
	Data    string // the directory that keeps games and networks, "" for none
	// For Santorini. ByHand plays the first generation with the evaluation by hand
	// instead of the network. Powers plays all pairings of powers and learns only what
	// powers change. Generations is the number of networks to make.
	ByHand, Powers bool
	Generations    int
	// Progress, if not nil, is called after each game with the number of games
	// played in this generation, never by two goroutines at once.
	Progress func(generation, games int)
	// Elsewhere, if not nil, has workers play the games from first up to but not
	// including last, and returns what [SelfPlay.Play] returns for each.
	Elsewhere func(ctx context.Context, s SelfPlay, first, last int) ([][]byte, error)
}

// progress returns the progress function of a generation, or nil.
func (opt Options) progress(generation int) func(games int) {
	if opt.Progress == nil {
		return nil
	}
	return func(games int) { opt.Progress(generation, games) }
}

// withData calls fit with a directory for the games, a temporary one if the games are
// not kept.
func (opt Options) withData(fit func(opt Options) ([]byte, error)) (file []byte, err error) {
	if opt.Data != "" {
		if err := os.MkdirAll(opt.Data, 0o777); err != nil {
			return nil, err
		}
		return fit(opt)
	}
	if opt.Data, err = os.MkdirTemp("", "thera-tune-"); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(opt.Data)) }()
	return fit(opt)
}
