package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/ui/terminal"
)

func (p *program) playCommand() *cobra.Command {
	var from start
	var o playOptions
	cmd := &cobra.Command{
		Use:   "play [GAME]",
		Short: "Play in the terminal",
		Long: `Play GAME in the terminal, with mouse or keyboard, against the computer or against
other people at the same screen. Without GAME, choose it from a menu. Press ? for a
list of keys.

The sides are first, second, random and both; levels go from 1 (weakest) to ` + fmt.Sprint(catalog.MaxLevel) + `.
With --powers, seats play with powers: drawn at random with a seed that is printed,
given by name, or drafted as in the rule book: the first player offers as many
powers as there are players, the others take one each, and the first player then
names who starts. A loaded game continues with the same players, unless --side or
--level change them; its file may have any format that thera convert reads.`,
		Example: `  thera play
  thera play amazons --variant 6x6 --level 5 --side second
  thera play hermit --side both
  thera play santorini --powers draft --side second
  thera play --load game.txt`,
		Args: atMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("seed") {
				o.seed = uint64(rand.Uint32())
			}
			t, err := o.table(cmd.Context(), args, &from)
			if errors.Is(err, setup.ErrDraft) {
				t, err = p.draft(cmd.Context(), args[0], from, o)
			}
			if err != nil {
				return err
			}
			if way := setup.Method(from.powers); way.IsRandom() && p.terminal {
				fmt.Fprintf(p.stderr, "%s: drawn with --seed %d\n", from.variant, o.seed)
			}
			return p.play(cmd.Context(), t, o)
		},
	}
	from.addTo(cmd)
	from.addHandicap(cmd)
	powersFlag(cmd, &from.powers)
	wholeNumber(cmd, "seed", "draw powers and sides, and vary play, with `NUMBER` as the random seed (default a new one each time)", 0, &o.seed)
	numberUpTo(cmd, "level", fmt.Sprintf("let the computer play at this `LEVEL` (default %d)", terminal.DefaultLevel), 1, uint64(catalog.MaxLevel), &o.level)
	cmd.Flags().StringVar(&o.side, "side", "", "play this `SIDE` (default "+terminal.Sides()[0]+")")
	cmd.Flags().StringVar(&o.file, "load", "", "continue the first game in `FILE`")
	_ = cmd.RegisterFlagCompletionFunc("side", cobra.FixedCompletions(terminal.Sides(), cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder))
	return cmd
}

// playOptions are the flags of thera play other than those for the start.
type playOptions struct {
	level      int // 0 if not given
	side, file string
	seed       uint64
}

// table returns the table to begin at; it has no game if none is named.
func (o playOptions) table(ctx context.Context, args []string, from *start) (terminal.Table, error) {
	if o.file != "" {
		return o.load(ctx, args, *from)
	}
	if len(args) == 0 {
		if *from != (start{}) || o.level != 0 || o.side != "" {
			return terminal.Table{}, usagef("flags without a game: want thera play GAME, or no flags for the menu")
		}
		return terminal.Table{}, nil
	}
	entry, pos, err := from.settle(args[0], o.seed)
	if err != nil {
		return terminal.Table{}, err
	}
	return o.begin(entry, pos)
}

func (o playOptions) begin(entry catalog.Entry, pos game.Position) (terminal.Table, error) {
	if winners := pos.Winners(); winners != 0 {
		return terminal.Table{}, fmt.Errorf("position %q: the game is over, won by seat %s", pos, winners)
	}
	if o.side == "" {
		o.side = terminal.Sides()[0]
	}
	return o.seat(terminal.NewTable(entry, pos, terminal.DefaultLevel))
}

func (o playOptions) load(ctx context.Context, args []string, from start) (terminal.Table, error) {
	if from != (start{}) {
		return terminal.Table{}, usagef("--load %q with --variant, --position, --powers or --handicap: want only one of them", o.file)
	}
	t, err := readFile(ctx, o.file, func(in io.Reader) (terminal.Table, error) {
		t, _, err := terminal.Load(in)
		return t, err
	})
	if err != nil {
		return t, err
	}
	if name := t.Catalog.Game.Name(); len(args) > 0 && args[0] != name {
		return t, usagef("--load %q: a game of %s: want one of %s", o.file, name, args[0])
	}
	return o.seat(t)
}

func (o playOptions) seat(t terminal.Table) (terminal.Table, error) {
	if o.level != 0 {
		t.Level = o.level
	}
	if o.side == "" {
		return t, nil
	}
	t, err := terminal.SeatTable(t, o.side, o.seed)
	if err != nil {
		return t, usagef("--side %q: want one of %s", o.side, strings.Join(terminal.Sides(), ", "))
	}
	return t, nil
}

var errNoScreen = errors.New("standard input and output are no terminal: want one to play on; thera amazons plays in plain text")

func (p *program) play(ctx context.Context, t terminal.Table, o playOptions) error {
	in, out, ok := p.screen()
	if !ok {
		return errNoScreen
	}
	if name := os.Getenv("TERM"); name == "" || name == "dumb" {
		return fmt.Errorf("TERM=%q: this type of terminal can't position text: want another, such as xterm; thera amazons plays in plain text", name)
	}
	return terminal.Run(ctx, terminal.Options{
		Table: t, File: o.file, OpenFile: openFile, Seed: o.seed, In: in, Out: out, Environ: os.Environ(),
	})
}

// screen returns standard input and output if both are terminals.
func (p *program) screen() (in, out *os.File, ok bool) {
	in, inIsFile := p.stdin.(*os.File)
	out, outIsFile := p.stdout.(*os.File)
	return in, out, inIsFile && outIsFile && isTerminal(in) && isTerminal(out)
}

func powersFlag(cmd *cobra.Command, powers *string) {
	cmd.Flags().StringVar(powers, "powers", "", "choose powers in this `WAY`: none, random, fair, draft, or by name as in athena,pan")
	_ = cmd.RegisterFlagCompletionFunc("powers", func(*cobra.Command, []string, string) (ways []string, _ cobra.ShellCompDirective) {
		for _, way := range setup.Methods {
			ways = append(ways, string(way))
		}
		return ways, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	})
}

// settle is find with the powers of --powers, which become part of the variant.
// The seed decides those that are drawn. A draft returns setup.ErrDraft.
func (s *start) settle(name string, seed uint64) (catalog.Entry, game.Position, error) {
	entry, pos, err := s.find(name)
	if err != nil || s.powers == "" {
		return entry, pos, err
	}
	if s.position != "" {
		return entry, nil, usagef("--powers %q with --position %q: want the powers in the position", s.powers, s.position)
	}
	variant, err := entry.ResolvePowers(s.variant, setup.Method(s.powers), seed)
	if errors.Is(err, setup.ErrDraft) {
		return entry, pos, err
	}
	if err != nil {
		return entry, nil, usageError{err}
	}
	s.variant = variant
	return s.find(name)
}

// draft has people and the computer choose powers as in the rule book and returns
// the table for the game. The seats follow from who starts.
func (p *program) draft(ctx context.Context, name string, from start, o playOptions) (terminal.Table, error) {
	from.powers = ""
	entry, pos, err := from.find(name)
	if err != nil {
		return terminal.Table{}, err
	}
	t, err := o.begin(entry, pos)
	if err != nil {
		return t, err
	}
	if _, _, ok := p.screen(); !ok {
		return t, errNoScreen
	}
	players := pos.Board().Seats
	d, err := terminal.Draft(interruptibly(ctx, p.stdin), p.stdout, entry.Cards, players, t.Persons, o.seed)
	if err != nil {
		return t, err
	}
	from.powers = string(setup.ByHand(d.Powers()))
	if _, pos, err = from.settle(name, 0); err != nil {
		return t, err
	}
	drafted := terminal.NewTable(entry, pos, t.Level)
	drafted.Persons = 0
	for seat, player := range d.Order() {
		if t.Persons.Has(game.Seat(player - 1)) {
			drafted.Persons |= game.Only(game.Seat(seat))
		}
	}
	return drafted, nil
}
