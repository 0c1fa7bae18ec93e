package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/explorer"
)

func (p *program) explorerCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explorer",
		Short: "Build and query files of opening statistics",
		Long: `Build and query opening statistics: a file that holds, for each position of many
games, which moves were played, how often, and who won. Positions that are equal up
to the symmetry of the board are counted together. docs/research/explorer.md
describes the format; thera serve --explorer serves such files.`,
		Example: `  thera explorer build games.txt --out amazons.explorer
  thera explorer build --store games.db --game hermit --out hermit.explorer
  thera explorer show amazons.explorer`,
		Args: knownCommand,
		RunE: showHelp,
	}
	cmd.AddCommand(p.explorerBuildCommand(), p.explorerInfoCommand(), p.explorerMergeCommand(), p.explorerShowCommand())
	return cmd
}

// openExplorer opens a file, which the caller has to close.
func openExplorer(ctx context.Context, name string) (*explorer.File, *os.File, error) {
	file, err := waitOpen(ctx, name)
	if err != nil {
		return nil, nil, inFile(name, err)
	}
	info, err := file.Stat()
	var f *explorer.File
	if err == nil && info.IsDir() {
		err = syscall.EISDIR
	}
	if err == nil {
		f, err = explorer.Open(file, info.Size())
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return f, file, nil
}

func withExplorer(ctx context.Context, name string, do func(*explorer.File, catalog.Entry) error) error {
	f, file, err := openExplorer(ctx, name)
	if err != nil {
		return err
	}
	entry, err := catalog.Find(f.About().Game)
	if err == nil {
		err = do(f, entry)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return errors.Join(err, file.Close())
}

func (p *program) explorerInfoCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "info FILE",
		Short: "Check an explorer file and describe it",
		Long: `Check a whole explorer file and describe what is in it.

With --json, print {"file", "bytes", "game", "about", "games", "positions", "moves",
"plies", "min", "first", "last", "bands"}; first and last are the years of the dated
games, and bands the mean ratings at which one band of games ends and the next begins.`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withExplorer(cmd.Context(), args[0], func(f *explorer.File, _ catalog.Entry) error {
				if err := f.Check(cmd.Context()); err != nil {
					return err
				}
				return p.print(explorerResult{File: args[0], Bytes: f.Size(), About: f.About()})
			})
		},
	}
	p.jsonFlag(cmd)
	return cmd
}

type explorerResult struct {
	File  string `json:"file"`
	Bytes uint64 `json:"bytes"`
	explorer.About
	// Undecided is the number of games left out of a new file for lack of a winner.
	Undecided uint64 `json:"undecided,omitempty"`
}

func (r explorerResult) String() string {
	text := fmt.Sprintf("%s: %s, %s, %s, %s, %s\nmoves up to ply %d, played in %s or more",
		r.File, r.Game, counted(r.Games, "game", "games"), counted(r.Positions, "position", "positions"),
		counted(r.Moves, "move", "moves"), counted(r.Bytes, "byte", "bytes"), r.Plies, counted(r.Min, "game", "games"))
	if r.First > 0 {
		text += fmt.Sprintf("\nfrom %d", r.First)
		if r.Last != r.First {
			text += fmt.Sprintf(" to %d", r.Last)
		}
	}
	if len(r.Bands) > 0 {
		text += fmt.Sprintf("\nalso by mean rating, with boundaries at %s", strings.Trim(fmt.Sprint([]int(r.Bands)), "[]"))
	}
	if r.About.About != "" {
		text += "\n" + r.About.About
	}
	if r.Undecided > 0 {
		text += fmt.Sprintf("\n%s left out, without a winner", counted(r.Undecided, "game", "games"))
	}
	return text
}

func (p *program) explorerShowCommand() *cobra.Command {
	rating := 0
	cmd := &cobra.Command{
		Use:   "show FILE [POSITION]",
		Short: "Show what was played in a position",
		Long: `Show what an explorer file knows about a position, by default the standard start of
the game: the moves, most frequent first, each with the number of games, the share
won by each seat, the mean rating of its players, and the year it was last played.
In a symmetric position, a move also stands for its mirror images. With --rating, only
games whose players' mean rating is in the same band of the file count.

With --json, print {"game", "position", "games", "others", "moves"}; a move is
{"move", "games", "wins", "rating", "last"}, and others is the number of games that
continued with rarer moves.`,
		Example: `  thera explorer show amazons.explorer
  thera explorer show hermit.explorer 'R...../....../....../....../....../...... 2' --json`,
		DisableFlagsInUseLine: true,
		Args:                  cobra.MatchAll(someArgs, atMost(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withExplorer(cmd.Context(), args[0], func(f *explorer.File, entry catalog.Entry) error {
				pos, err := entry.Game.Start("")
				if len(args) > 1 {
					pos, err = entry.Game.Parse(args[1])
				}
				if err != nil {
					return usageError{err}
				}
				band := f.About().Bands.BandOf(rating)
				if rating == 0 {
					band = explorer.All
				} else if band == explorer.All {
					return errors.New("its games are not counted by ratings")
				}
				found, err := f.Find(entry, pos, band)
				if err != nil {
					return err
				}
				result := exploredResult{Game: entry.Game.Name(), Position: pos.String(), Choices: found}
				if len(args) == 1 && len(found.Moves) == 0 {
					if result.otherStart, err = otherStart(f, entry, band); err != nil {
						return err
					}
				}
				return p.print(result)
			})
		},
	}
	wholeNumber(cmd, "rating", "count only games of players rated about `NUMBER`", 1, &rating)
	p.jsonFlag(cmd)
	return cmd
}

type exploredResult struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	explorer.Choices

	otherStart string // of a game in a file without any from the standard start, "" if not known
}

// otherStart returns the start of a variant of which the file has games, "" if there is none.
func otherStart(f *explorer.File, entry catalog.Entry, band explorer.Band) (string, error) {
	for _, variant := range entry.Game.Variants() {
		pos, err := entry.Game.Start(variant)
		if err != nil {
			return "", err
		}
		found, err := f.Find(entry, pos, band)
		if err != nil {
			return "", err
		}
		if len(found.Moves) > 0 {
			return pos.String(), nil
		}
	}
	return "", nil
}

func (r exploredResult) String() string {
	if r.otherStart != "" {
		return fmt.Sprintf("no games from the standard start; there are some from '%s'", r.otherStart)
	}
	if len(r.Moves) == 0 {
		return "no games"
	}
	width := len("move")
	for _, m := range r.Moves {
		width = max(width, len(m.Move))
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%-*s  %9s  %7s", width, "move", "games", "share")
	for seat := range r.Moves[0].Wins {
		fmt.Fprintf(&text, "  %7s", fmt.Sprintf("%s wins", game.Seat(seat)))
	}
	text.WriteString("  rating  last")
	for _, m := range r.Moves {
		fmt.Fprintf(&text, "\n%-*s  %9s  %s", width, m.Move, grouped(m.Games), portion(m.Games, r.Games))
		for _, wins := range m.Wins {
			fmt.Fprintf(&text, "  %s", portion(wins, m.Games))
		}
		fmt.Fprintf(&text, "  %6s  %4s", known(m.Rating), known(m.Last))
	}
	if r.Others > 0 {
		fmt.Fprintf(&text, "\n%-*s  %9s  %s", width, "others", grouped(r.Others), portion(r.Others, r.Games))
	}
	return text.String()
}

func portion(part, whole uint64) string {
	return fmt.Sprintf("%6.1f%%", 100*float64(part)/float64(max(whole, 1)))
}

func known(n uint64) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

func (p *program) explorerMergeCommand() *cobra.Command {
	f := explorerFlags{min: 1}
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Merge explorer files",
		Long: `Merge explorer files of one game into one. Moves that were too rare to be kept in a
file stay uncounted. Without --about, the note is that of the first file with one.

With --json, print the object of thera explorer info.`,
		Example: `  thera explorer merge january.explorer february.explorer --out year.explorer`,
		Args:    someArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return orNoFile(p.mergeExplorers(cmd.Context(), f, args))
		},
	}
	wholeNumber(cmd, "min", "keep moves played in at least `NUMBER` games (default 1)", 1, &f.min)
	f.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

func someArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("missing FILE: want %s", cmd.UseLine())
	}
	return nil
}

func (p *program) mergeExplorers(ctx context.Context, f explorerFlags, names []string) error {
	if err := f.check(); err != nil {
		return err
	}
	var files []*explorer.File
	for _, name := range names {
		one, file, err := openExplorer(ctx, name)
		if err != nil {
			return err
		}
		defer file.Close()
		files = append(files, one)
		f.about = cmp.Or(f.about, one.About().About)
	}
	return p.writeExplorer(ctx, f, func(ctx context.Context, w io.Writer) (explorer.About, error) {
		return explorer.Merge(ctx, w, f.options(), files...)
	}, 0)
}
