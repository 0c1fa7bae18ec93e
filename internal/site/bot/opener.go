package bot

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"thera/engine/ugi"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/match"
)

// opener starts programs for games.
type opener struct {
	*Config
	known map[string]error // results of try, by game, variant and start
}

// start returns the position in which a game begins: the variant's start if position is
// "".
func start(entry catalog.Entry, variant, position string) (game.Position, error) {
	if position != "" {
		return entry.Game.Parse(position)
	}
	return entry.Game.Start(variant)
}

// open starts the program for a game.
func (o opener) open(ctx context.Context, entry catalog.Entry, variant string, start game.Position, seed uint64) (match.Player, error) {
	spec := o.Player
	if o.Level > 0 {
		spec = match.Spec{
			Text: fmt.Sprintf("level %d", o.Level), Kind: entry.Engines[0].Name, Control: o.Player.Control,
			Settings: []ugi.Setting{{Name: "level", Value: strconv.Itoa(o.Level)}},
		}
	}
	if spec.Kind == "text" && entry.TextVariant != variant {
		return nil, fmt.Errorf("game %s %s: a text program can't play it", entry.Game.Name(), variant)
	}
	return (&match.Match{Entry: entry, Variant: variant}).Open(ctx, spec, start, seed)
}

// try starts the program once for a kind of game, and returns why it can't play it, or
// nil. Positions that are not a variant's start are tried every time.
func (o opener) try(ctx context.Context, name, variant, position string) error {
	entry, err := catalog.Find(name)
	if err != nil {
		return err
	}
	if variant == "" {
		variant = entry.Game.Variants()[0]
	}
	// Options of a variant other than the board make no difference to a program.
	board, _, _ := strings.Cut(variant, ":")
	key := name + " " + board
	if err, tried := o.known[key]; tried && position == "" {
		return err
	}
	pos, err := start(entry, variant, position)
	if err != nil {
		return err
	}
	player, err := o.open(ctx, entry, variant, pos, 1)
	if err == nil {
		player.Close()
	}
	if position == "" && ctx.Err() == nil {
		o.known[key] = err
	}
	return err
}
