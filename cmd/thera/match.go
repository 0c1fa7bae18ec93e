package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/lab/match"
	"thera/internal/lab/rating"
	"thera/internal/safefile"
)

const playersHelp = `A player is an engine of thera or a program, both optionally with settings:

  alphabeta, mcts, greedy …   engines of thera; an unknown name lists all of them
  alphabeta:level=3,threads=2 the same at a level and with a number of threads; hash
                              is the size of the table in MiB
  ugi:COMMAND, uci:COMMAND    a program that speaks this engine protocol
  uci,Hash=64:COMMAND         the same with one of its options set
  text:COMMAND                a program like "thera amazons"

Quotes in a COMMAND keep spaces, as in "ugi:'./my engine' --quiet".

All players have the settings name, shown in tables; power, the power they play
with; and tc, movetime, nodes and depth, which override the flags of the same name.
Times without a unit are seconds: movetime=0.1 is movetime=100ms. A text program
supports no limits, so only its own settings apply to it. For ugi and uci programs,
position=moves sends the moves of the game and position=fen the text of the
position.`

func (p *program) matchCommand() *cobra.Command {
	var flags matchFlags
	var length matchLength
	var given string
	cmd := &cobra.Command{
		Use:   "match PLAYER OPPONENT",
		Short: "Have two players play a match",
		Long: `Have two players play a match and print how much stronger PLAYER is: the difference
in Elo with its 95% confidence interval, the likelihood of superiority (LOS), and
the time and nodes that each player used. Each opening is played twice, with both
colors; with three or four seats, in all assignments of seats. With --sprt, the
match ends as soon as the test decides between two differences. A player loses a
game by an illegal move, a crash, no answer or exceeding the time; a turn only
slightly longer than --movetime counts, and is reported as late.

` + playersHelp + `

On a terminal, the standing is updated in place; elsewhere, each game is one line.
With --json, print {"game", "players", "winner", "reason", "detail", "plies"} for
each game, with the winner's seat counted from 1, and at the end the standing,
{"players", "games", "won", "pentanomial", "score", "elo", "elo_low", "elo_high",
"los", "first", "powers", "faults", "efforts", "sprt"}, where infinite values are
null. "first" has the {"won", "games"} of each player that moved first; "powers" those
of the first one, as {"power", "with", "against"}. The effort of a player is {"turns",
"spent_ns", "longest_ns", "late", "nodes", "nps", "depth"}, the depth without proofs.

A game in which a player did not answer in time while the whole machine stood still
for a second is played again; "replays" says so in the file of --out.`,
		Example: `  thera match alphabeta random --games 20 --movetime 50ms
  thera match alphabeta:nodes=4000 alphabeta:nodes=2000 --variant 6x6 --sprt 0,50
  thera match alphabeta uci:fairy-stockfish --tc 10+0.1 --out games.jsonl --resume`,
		Args:    namedArgs,
		PreRunE: func(cmd *cobra.Command, _ []string) error { return flags.check(cmd) },
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := flags.match(cmd, args)
			if err != nil {
				return err
			}
			if err := length.set(cmd, m); err != nil {
				return err
			}
			if err := flags.giveHandicap(cmd, m, given); err != nil {
				return err
			}
			return p.match(cmd.Context(), m, flags, newDuel)
		},
	}
	length.addTo(cmd)
	flags.addTo(cmd)
	flags.addHandicap(cmd, &given)
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		entry, err := catalog.Find(flags.game)
		if err != nil || len(args) > 1 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return append(entry.EngineNames(), "ugi:", "uci:", "text:"), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	p.jsonFlag(cmd)
	return cmd
}

type matchLength struct {
	games       int
	test        *rating.SPRT
	alpha, beta float64
}

func (l *matchLength) addTo(cmd *cobra.Command) {
	wholeNumber(cmd, "games", "play at most `NUMBER` games (default 100 without --sprt)", 1, &l.games)
	cmd.Flags().Func("sprt", "stop when a sequential test decides between the Elo differences `ELO0,ELO1`", func(text string) error {
		t, err := rating.ParseSPRT(text)
		l.test = &t
		return err
	})
	cmd.Flags().Float64Var(&l.alpha, "alpha", 0.05, "with --sprt, accept ELO1 wrongly with at most this `PROBABILITY`")
	cmd.Flags().Float64Var(&l.beta, "beta", 0.05, "with --sprt, accept ELO0 wrongly with at most this `PROBABILITY`")
}

func (l *matchLength) set(cmd *cobra.Command, m *match.Match) error {
	if err := checkEven(l.games); err != nil {
		return err
	}
	for i, risk := range []float64{l.alpha, l.beta} {
		if !(0 < risk && risk < 0.5) {
			return usagef("--%s %g: want a probability above 0 and below 0.5", []string{"alpha", "beta"}[i], risk)
		}
	}
	m.Games = l.games
	if l.test != nil {
		l.test.Alpha, l.test.Beta = l.alpha, l.beta
		m.SPRT = l.test
		return nil
	}
	if l.games == 0 {
		m.Games = match.DefaultGames
	}
	return onlyWith(cmd, "sprt", "alpha", "beta")
}

// matchFlags are the flags that matches and tournaments share.
type matchFlags struct {
	game, variant      string
	powers             string
	control            match.Control
	openings           string // file
	plies, concurrency int
	seed               uint64
	margin, patience   time.Duration
	out, records       string // files
	event              string
	resume             bool
	confine            confineFlag
}

func (f *matchFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.game, "game", "amazons", "play this `GAME`")
	flags.StringVar(&f.variant, "variant", "", "play on the board of this `VARIANT`")
	powersFlag(cmd, &f.powers)
	controlFlag(cmd, &f.control, "tc", "give each player a clock of `BASE+INCREMENT` in seconds for the game")
	controlFlag(cmd, &f.control, "movetime", fmt.Sprintf("give each turn this `DURATION` (default %s if there is no other limit)", match.DefaultMoveTime))
	controlFlag(cmd, &f.control, "nodes", "search `NUMBER` positions per turn")
	controlFlag(cmd, &f.control, "depth", "search `NUMBER` plies deep in each turn")
	flags.StringVar(&f.openings, "openings", "", "take the openings from `FILE`, one per line, as moves or positions")
	f.plies, f.seed, f.concurrency = match.DefaultPlies, 1, 1
	addGameFlags(cmd, &f.plies, &f.seed, &f.concurrency)
	flags.DurationVar(&f.margin, "margin", match.DefaultMargin, "tolerate exceeding the time by up to this `DURATION`")
	flags.DurationVar(&f.patience, "patience", match.DefaultPatience, "wait up to this `DURATION` for players without a time limit")
	flags.StringVar(&f.out, "out", "", "save each game as a line of JSON in `FILE`")
	flags.BoolVar(&f.resume, "resume", false, "continue the match in the file of --out, if there is one")
	flags.StringVar(&f.records, "records", "", "write the games to `FILE` at the end, as records")
	flags.StringVar(&f.event, "event", "", "with --records, name their event `TEXT`")
	f.confine.addTo(cmd)
	completeFlag(cmd, "game", catalog.Names()...)
	_ = cmd.RegisterFlagCompletionFunc("variant", func(cmd *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
		return completeVariant(cmd, []string{f.game}, toComplete)
	})
}

func controlFlag(cmd *cobra.Command, control *match.Control, name, usage string) {
	cmd.Flags().Func(name, usage, func(text string) error { return control.Set(name, text) })
}

func addGameFlags(cmd *cobra.Command, plies *int, seed *uint64, concurrency *int) {
	wholeNumber(cmd, "random-plies", "begin each pair of games with `NUMBER` random moves (default 2)", 0, plies)
	wholeNumber(cmd, "seed", "draw openings, and vary play, with `NUMBER` as the random seed (default 1)", 0, seed)
	numberUpTo(cmd, "concurrency", "play `NUMBER` games at a time (default 1)", 1, maxConcurrency, concurrency)
}

// match returns the match of the flags, once checked, between the given players; the caller sets
// its length.
func (f *matchFlags) match(cmd *cobra.Command, players []string) (*match.Match, error) {
	from := start{variant: f.variant, powers: f.powers}
	entry, pos, err := from.settle(f.game, f.seed)
	dealt := errors.Is(err, setup.ErrDraft) || err == nil && setup.Method(f.powers).IsRandom()
	if err != nil && !dealt {
		return nil, err
	}
	m := &match.Match{
		Entry:       entry,
		Variant:     from.variant,
		Book:        match.RandomOpenings(pos, f.plies, f.seed, entry.Openings),
		Seed:        f.seed,
		Control:     f.control,
		Margin:      f.margin,
		Patience:    f.patience,
		Concurrency: f.concurrency,
		Event:       f.event,
	}
	if dealt {
		if f.openings != "" {
			return nil, usagef("--openings %q with --powers %s: want openings with powers of their own, or none", f.openings, f.powers)
		}
		m.Variant = f.variant
		if m.Book, err = match.DealtBook(entry, f.variant, setup.Method(f.powers), f.plies, f.seed); err != nil {
			return nil, usageError{err}
		}
	}
	for _, text := range players {
		s, err := match.ParseSpec(text)
		if err != nil {
			return nil, usageError{err}
		}
		m.Players = append(m.Players, s)
	}
	if f.openings != "" {
		if m.Book, err = readFile(cmd.Context(), f.openings, func(r io.Reader) (match.Book, error) {
			return match.ReadOpenings(r, entry.Game, pos, f.seed)
		}); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// check refuses flags that do not go together, and times out of range.
func (f *matchFlags) check(cmd *cobra.Command) error {
	if f.resume && f.out == "" {
		return usagef("--resume: want --out with the file of the match")
	}
	if f.out != "" && f.records != "" && isSamePath(f.out, f.records) {
		return usagef("--out and --records %q: want two files", f.records)
	}
	if f.event != "" && f.records == "" {
		return usagef("--event %q: want --records with it", f.event)
	}
	if f.margin < 0 {
		return usagef("--margin %v: want 0 or more", f.margin)
	}
	if f.patience <= 0 {
		return usagef("--patience %v: want more than 0", f.patience)
	}
	if f.openings != "" && cmd.Flags().Changed("random-plies") {
		return usagef("--openings %q and --random-plies: want only one of them", f.openings)
	}
	return nil
}

// addHandicap adds the flag --handicap of a match of two.
func (f *matchFlags) addHandicap(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVar(name, "handicap", "", "let OPPONENT give PLAYER this `HANDICAP` in each game")
	_ = cmd.RegisterFlagCompletionFunc("handicap", func(cmd *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
		return completeHandicap(cmd, []string{f.game}, toComplete)
	})
}

// giveHandicap lets the second player of the match give the first a handicap, "" for none.
func (f *matchFlags) giveHandicap(cmd *cobra.Command, m *match.Match, name string) error {
	if name == "" {
		return nil
	}
	if err := notWith(cmd, "handicap", "powers", "openings"); err != nil {
		return err
	}
	h, err := setup.FindHandicap(m.Entry.Handicaps, name)
	switch {
	case err != nil:
		return usageError{err}
	case !h.Applies(cmp.Or(m.Variant, h.Variant())):
		return usagef("--handicap %s with --variant %q: want %s", name, m.Variant, h.Variant())
	}
	if err := m.GiveHandicap(h, f.plies); err != nil {
		return usageError{err}
	}
	return nil
}

// readFile reads a file. An error in its content includes its name.
func readFile[T any](ctx context.Context, path string, read func(io.Reader) (T, error)) (content T, err error) {
	file, err := openFile(ctx, path)
	if err != nil {
		return content, err
	}
	defer func() { _ = file.Close() }() // only read
	content, err = read(newText(path, file))
	return content, inFile(path, err)
}

// match plays a match, prints its games and the standing, even if interrupted.
func (p *program) match(ctx context.Context, m *match.Match, f matchFlags, standing func(*match.Standing) fmt.Stringer) error {
	if err := p.prepareMatch(ctx, m, f); err != nil {
		return err
	}
	return p.playMatch(ctx, m, f, standing)
}

// prepareMatch refuses a match that can't be played, or whose records can't be written,
// before anybody works for it. It confines the programs that play.
func (p *program) prepareMatch(ctx context.Context, m *match.Match, f matchFlags) (err error) {
	if err := m.Check(); err != nil {
		return usageError{err}
	}
	if m.Confinement, err = f.confine.apply(ctx, p, m.Players); err != nil {
		return err
	}
	if f.records == "" {
		return nil
	}
	return safefile.Replaceable(f.records, isMatchRecords)
}

// playMatch is match once that is prepared.
func (p *program) playMatch(ctx context.Context, m *match.Match, f matchFlags, standing func(*match.Standing) fmt.Stringer) (err error) {
	log := match.NewLog()
	if f.out != "" {
		if log, err = match.OpenLog(f.out, m, f.resume); err != nil {
			return sayResume(err)
		}
		defer func() { err = errors.Join(err, log.Close()) }()
	}

	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var written error
	isLive, live := p.terminal && !p.json, display{out: p.stderr}
	var shown time.Time
	var took time.Duration
	final, err := m.Play(ctx, log, func(g match.Result, t *match.Standing) {
		if isLive {
			if g.Reason != match.ByRules {
				live.show("")
				fmt.Fprintln(p.stderr, gameResult{m.Summary(g)})
			}
			if begun := time.Now(); begun.Sub(shown) > 10*took { // a large table must not delay games
				live.show(fmt.Sprintf("%s\n%s", gameResult{m.Summary(g)}, standing(t)))
				shown = time.Now()
				took = shown.Sub(begun)
			}
		}
		if !isLive || p.redirected() {
			if written = p.print(gameResult{m.Summary(g)}); written != nil {
				stop(written)
			}
		}
	})
	live.show("")
	if errors.Is(err, context.Canceled) {
		err = interrupted(final, log, f)
	}
	if len(log.Games()) > 0 && written == nil {
		err = errors.Join(err, p.print(standing(final)))
	}
	return errors.Join(err, writeRecords(f.records, m, log))
}

// sayResume names the flag that continues what is in a file, if an error refuses it as a new
// one.
func sayResume(err error) error {
	if errors.Is(err, safefile.ErrNotEmpty) {
		return fmt.Errorf("%w; --resume does so", err)
	}
	return err
}

// interrupted returns the error of an interrupted match. It counts games as the
// standing does.
func interrupted(t *match.Standing, log *match.Log, f matchFlags) error {
	played := counted(t.Games(), "game", "games")
	if total := t.Total(); total > 0 {
		played = fmt.Sprintf("%d of %d games", t.Games(), total)
	}
	switch more := len(log.Games()) - t.Games(); {
	case more == 1:
		played += ", and 1 that will count once its pair and those before it are complete"
	case more > 1:
		played += fmt.Sprintf(", and %d that will count once their pairs and those before them are complete", more)
	}
	if f.out == "" {
		return fmt.Errorf("interrupted after %s", played)
	}
	return fmt.Errorf("interrupted after %s; the same command with --resume plays the rest", played)
}

// writeRecords writes the games to a file, unless path is empty. Without games, as after
// an interrupt, what is in the file stays.
func writeRecords(path string, m *match.Match, log *match.Log) error {
	if path == "" || len(log.Games()) == 0 {
		return nil
	}
	return safefile.Replace(path, func(w io.Writer) error { return m.WriteRecords(w, log.Games()) })
}

type gameResult struct{ match.Summary }

func (r gameResult) String() string {
	names, points := make([]string, len(r.Players)), make([]string, len(r.Players))
	for seat, name := range r.Players {
		names[seat], points[seat] = short(name, r.All), "0"
	}
	for seat := range r.Winners.All() {
		points[seat] = "1"
	}
	text := fmt.Sprintf("game %d  %s  %s  %s", r.Game, strings.Join(names, " – "), strings.Join(points, "–"), counted(r.Plies, "ply", "plies"))
	if r.Reason != match.ByRules {
		text += fmt.Sprintf("  %s: %s", r.Reason, r.Detail)
	}
	return text
}

// shortLength is how many characters of a player's name a line shows.
const shortLength = 24

// short shortens a name that is among those of a match to what no other player is called
// there: its beginning or, where others begin alike, also as much of its end as they differ.
func short(name string, all []string) string {
	text := cut(name, shortLength)
	if !slices.ContainsFunc(all, func(other string) bool { return other != name && cut(other, shortLength) == text }) {
		return text
	}
	const start = shortLength / 2
	runes := []rune(name)
	beginning := string(runes[:start])
	for length := shortLength - start - 1; start+1+length < len(runes); length++ {
		end := string(runes[len(runes)-length:])
		if !slices.ContainsFunc(all, func(other string) bool {
			return other != name && strings.HasPrefix(other, beginning) && strings.HasSuffix(other, end)
		}) {
			return beginning + "…" + end
		}
	}
	return name
}

func eloText(x float64) string {
	switch {
	case math.IsNaN(x):
		return "?"
	case math.IsInf(x, 0):
		return fmt.Sprintf("%+.0f", x)[:1] + "∞"
	}
	return fmt.Sprintf("%+.0f", math.Round(x)+0) // never −0
}

// effort formats the time and nodes that a player with a short name used, "" if it had no
// turn.
func effort(name string, e match.Effort) string {
	if e.Turns == 0 {
		return ""
	}
	text := fmt.Sprintf("\n%s used %.1f s, %.3f s per turn", name, e.Spent.Seconds(), e.Spent.Seconds()/float64(e.Turns))
	if e.Nodes > 0 {
		text += fmt.Sprintf(", %.0f nodes/s", e.NPS)
	}
	if e.Depth > 0 {
		text += fmt.Sprintf(", depth %.1f", e.Depth)
	}
	if e.Late > 0 {
		text += fmt.Sprintf("; %d of %d turns late, at most %.3f s", e.Late, e.Turns, e.Longest.Seconds())
	}
	return text
}

type duelResult struct{ match.Duel }

func newDuel(t *match.Standing) fmt.Stringer { return duelResult{t.Duel()} }

func (r duelResult) String() string {
	games := counted(r.Games, "game", "games")
	if r.Total > 0 {
		games = fmt.Sprintf("%d of %d games", r.Games, r.Total)
	}
	low, high := r.Pentanomial.EloInterval()
	names := [2]string{short(r.Players[0], r.Players[:]), short(r.Players[1], r.Players[:])}
	text := fmt.Sprintf("%s %d – %d %s, %s\n", names[0], r.Won[0], r.Won[1], names[1], games)
	text += fmt.Sprintf("Elo %s [%s, %s]  LOS %.1f%%\n", eloText(r.Pentanomial.Elo()), eloText(low), eloText(high), 100*r.LOS)
	text += pairsText(r.Pentanomial)
	for i, first := range r.First {
		if first.Games > 0 {
			text += fmt.Sprintf("\n%s won %s moving first", names[i], shareText(first))
		}
	}
	for _, p := range r.Powers {
		text += fmt.Sprintf("\n%s won %s with %s, %s against", names[0], shareText(p.With), p.Power, shareText(p.Against))
	}
	if t := r.SPRT; t != nil {
		text += fmt.Sprintf("\nSPRT [%g, %g]  LLR %.2f in [%.2f, %.2f]  %s", t.Elo0, t.Elo1, t.LLR, t.Lower, t.Upper, verdictText(*t))
	}
	for i, e := range r.Efforts {
		text += effort(names[i], e)
	}
	for i, of := range r.Faults {
		if f := match.ListFaults(of); f != "" {
			text += fmt.Sprintf("\n%s lost by fault: %s", names[i], f)
		}
	}
	return text
}

// pairsText tells how pairs of games went. Only those that one player won say anything
// about strength where the opening decides many games.
func pairsText(p rating.Pentanomial) string {
	text := fmt.Sprintf("pairs won %d, divided %d, lost %d", p[4], p[2], p[0])
	if whole := p[4] + p[0]; whole > 0 && p[2] > 0 {
		text += fmt.Sprintf("; %.0f%% of the undivided", 100*float64(p[4])/float64(whole))
	}
	return text
}

func shareText(s match.Share) string { return fmt.Sprintf("%d of %d", s.Won, s.Games) }

func verdictText(t match.Test) string {
	switch t.Decision {
	case rating.H0:
		return fmt.Sprintf("H0: Elo %g rather than %g", t.Elo0, t.Elo1)
	case rating.H1:
		return fmt.Sprintf("H1: Elo %g rather than %g", t.Elo1, t.Elo0)
	}
	return "undecided"
}

type crossResult struct{ match.CrossTable }

func newCross(t *match.Standing) fmt.Stringer { return crossResult{t.CrossTable()} }

func (r crossResult) String() string {
	all := make([]string, len(r.Players))
	for i, p := range r.Players {
		all[i] = p.Name
	}
	width, names := 6, make([]string, len(all))
	for i, name := range all {
		names[i] = short(name, all)
		width = max(width, len([]rune(names[i])))
	}
	var text strings.Builder
	wide := 2
	for i := range r.Players {
		wide = max(wide, len(r.Label(i)))
	}
	fmt.Fprintf(&text, "%*s %-*s %6s %5s %9s", wide, "", width, "player", "Elo", "±", "won")
	for i := range r.Players {
		fmt.Fprintf(&text, " %7s", r.Label(i))
	}
	for i, p := range r.Players {
		fmt.Fprintf(&text, "\n%*s %-*s %6s %5.0f %9s", wide, r.Label(i), width, names[i], eloText(p.Elo), p.Error, fmt.Sprintf("%d/%d", p.Won, p.Games))
		for j, pairs := range p.Against {
			score := "·"
			if i != j {
				score = fmt.Sprintf("%d–%d", pairs.Won(), pairs.Reversed().Won())
			}
			fmt.Fprintf(&text, " %7s", score)
		}
	}
	fmt.Fprintf(&text, "\n%d of %d games", r.Games, r.Total)
	for i, p := range r.Players {
		text.WriteString(effort(names[i], p.Effort))
	}
	for i, p := range r.Players {
		if f := match.ListFaults(p.Faults); f != "" {
			fmt.Fprintf(&text, "\n%s lost by fault: %s", names[i], f)
		}
	}
	return text.String()
}
