package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/lab/explorer"
	"thera/internal/safefile"
	"thera/internal/site/play"
	"thera/record"
)

type explorerFlags struct {
	out, about, game, store, player string
	min                             uint64
	plies                           int
}

func (f *explorerFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.out, "out", "", "write to `FILE`")
	cmd.Flags().StringVar(&f.about, "about", "", "note in the file that the games are from this `SOURCE`")
}

func (f *explorerFlags) check() error {
	if f.out == "" {
		return usagef("missing --out: want the file to write")
	}
	return safefile.Replaceable(f.out, isExplorer) // not after all games are read
}

// options returns the options by the flags. Temporary files are next to the output,
// where there must be room anyway, unless that is a device.
func (f *explorerFlags) options() explorer.Options {
	o := explorer.Options{About: f.about, Plies: f.plies, Min: f.min, Bands: explorer.UsualBands(), Temp: filepath.Dir(f.out)}
	if info, err := os.Stat(f.out); err == nil && !info.Mode().IsRegular() {
		o.Temp = ""
	}
	return o
}

func (p *program) explorerBuildCommand() *cobra.Command {
	f := explorerFlags{min: 2, plies: 20}
	cmd := &cobra.Command{
		Use:   "build [RECORD...]",
		Short: "Build an explorer file from games",
		Long: `Build an explorer file from files of game records, in any format that thera convert
reads, or with --store from the store of thera serve, even while the server is
running. From a store it takes finished games that are rated or belong to a
tournament or ladder, but no games of classes. Games without a winner are left out.

If the players of a game have ratings, it also counts in the band of their mean
rating: below 1200, from there to below 1500, to below 1800, or above.

Data that exceeds the memory is sorted on disk, next to the new file, which replaces
an existing one only when it is complete. The same games give the same file.

With --json, print the object of thera explorer info, and "undecided", the number
of games without a winner.`,
		Example: `  thera explorer build games.txt more.sgf --out amazons.explorer
  thera explorer build games.txt --player ann --min 1 --out ann.explorer
  thera explorer build --store postgres://localhost/thera --game santorini --out santorini.explorer`,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return orNoFile(p.buildExplorer(cmd.Context(), f, args))
		},
	}
	cmd.Flags().StringVar(&f.game, "game", "", "take only games of this `GAME` (default that of the first record)")
	cmd.Flags().StringVar(&f.store, "store", "", "take the games from the store `FILE_OR_URL`")
	cmd.Flags().StringVar(&f.player, "player", "", "take only games in which `NAME` played")
	completeFlag(cmd, "game", catalog.Names()...)
	wholeNumber(cmd, "min", "keep moves played in at least `NUMBER` games (default 2)", 1, &f.min)
	wholeNumber(cmd, "plies", "keep the first `NUMBER` moves of each game (default 20)", 1, &f.plies)
	f.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

func (p *program) buildExplorer(ctx context.Context, f explorerFlags, names []string) (err error) {
	switch {
	case f.store == "" && len(names) == 0:
		return usagef("missing RECORD: want files of game records, or --store")
	case f.store != "" && len(names) > 0:
		return usagef("--store and %q: want only one of them", names[0])
	case f.store != "" && f.game == "":
		return usagef("missing --game: want one of the store's games with --store")
	}
	if err := f.check(); err != nil {
		return err
	}
	w := &explorerWork{program: p, flags: f}
	defer func() { err = errors.Join(err, w.close()) }()
	if f.game != "" {
		if err := w.begin(f.game); err != nil {
			return usageError{err}
		}
	}
	if f.store != "" {
		err = w.addStore(ctx)
	} else {
		err = w.addFiles(ctx, names)
	}
	p.clear()
	if err != nil {
		return err
	}
	return p.writeExplorer(ctx, f, w.builder.Write, w.undecided)
}

// writeExplorer replaces the file with a complete one, and prints what is in it.
func (p *program) writeExplorer(ctx context.Context, f explorerFlags, write func(context.Context, io.Writer) (explorer.About, error), undecided uint64) error {
	var about explorer.About
	err := safefile.Replace(f.out, func(w io.Writer) (err error) {
		about, err = write(ctx, w)
		return err
	})
	if err != nil {
		return err
	}
	info, err := os.Stat(f.out)
	if err != nil {
		return err
	}
	result := explorerResult{File: f.out, Bytes: uint64(info.Size()), About: about}
	result.Undecided = undecided
	return p.print(result)
}

// orNoFile returns err, or for an interrupted command what that means for its file.
func orNoFile(err error) error {
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted: no file was written")
	}
	return err
}

type explorerWork struct {
	*program
	flags     explorerFlags
	builder   *explorer.Builder // nil until the game is known
	game      string
	undecided uint64
}

func (w *explorerWork) begin(name string) error {
	entry, err := catalog.Find(name)
	if err != nil {
		return err
	}
	w.game, w.builder = name, explorer.NewBuilder(entry, w.flags.options())
	return nil
}

func (w *explorerWork) close() error {
	if w.builder == nil {
		return nil
	}
	return w.builder.Close()
}

// add adds a game. Without --game, the first record determines the game.
func (w *explorerWork) add(ctx context.Context, g record.Game) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if w.builder == nil {
		if err := w.begin(g.Game); err != nil {
			return err
		}
	}
	if g.Game != w.game && w.flags.game != "" || w.flags.player != "" && !hasPlayer(g, w.flags.player) {
		return nil
	}
	err := w.builder.Add(g)
	if errors.Is(err, explorer.ErrUndecided) {
		w.undecided++
		return nil
	}
	if n := w.builder.Games(); w.terminal && n%1000 == 0 {
		w.showLine(grouped(n) + " games")
	}
	return err
}

// hasPlayer reports whether somebody with a name, in any case, played in a game.
func hasPlayer(g record.Game, name string) bool {
	return slices.ContainsFunc(g.Tags, func(t record.Tag) bool {
		_, isPlayer := strings.CutPrefix(t.Name, "Player")
		return isPlayer && strings.EqualFold(t.Value, name)
	})
}

func (w *explorerWork) addFiles(ctx context.Context, names []string) error {
	for _, name := range names {
		if err := w.addFile(ctx, name); err != nil {
			return inFile(name, err)
		}
	}
	if w.builder == nil {
		return errors.New("no games: want at least one, or --game")
	}
	return nil
}

func (w *explorerWork) addFile(ctx context.Context, name string) error {
	file, err := openFile(ctx, name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // only read
	in := bufio.NewReader(file)
	format, err := source("", in)
	if err != nil {
		return err
	}
	for g, err := range record.Read(format, in, catalog.AllRules()...) {
		if err == nil {
			err = w.add(ctx, g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *explorerWork) addStore(ctx context.Context) (err error) {
	a, err := openAdmin(ctx, adminFlags{store: w.flags.store})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.store.Close()) }()
	for id, err := range a.gameIDs(ctx) {
		if err != nil {
			return err
		}
		log, err := a.store.Events(ctx, id, 0)
		if err == nil {
			err = w.addLog(ctx, id, log)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// addLog adds a game of the service, if it qualifies.
func (w *explorerWork) addLog(ctx context.Context, id string, log []play.Event) error {
	if len(log) == 0 || log[0].Setup == nil {
		return nil
	}
	setup := log[0].Setup
	over := slices.ContainsFunc(log, func(e play.Event) bool { return e.Kind == play.Ended })
	if setup.Game != w.game || setup.Class() != "" || !setup.Rated && setup.Tournament == "" || !over {
		return nil
	}
	rules, err := catalog.Rules(setup.Game)
	if err != nil {
		return err
	}
	sheet, err := play.Record(id, log, rules)
	if err != nil {
		return err
	}
	return w.add(ctx, sheet)
}
