package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/child"
	"thera/internal/lab/exam"
	"thera/internal/lab/match"
	"thera/internal/safefile"
)

const examHelp = `Examine a player on a fixed set of positions with known answers, and print how well it
does, by game and phase. The set is part of the program; --set uses another one.

In proven positions the seat to move is proven to win by some moves, at most half of
them, and to lose by all others: "wins kept" is the share of positions in which the
player keeps the win. Deep positions have an estimate for each move: "regret" is how
much less winning probability the player's moves have than the best ones, on average.
Both have 95% intervals, by Wilson's score and by a bootstrap. A position without a
legal answer counts as a lost win, or as the worst move.

The player is an engine of thera (--level, or --player with greedy, random …), a program
that speaks the engine protocol (--engine) or any other PLAYER of thera match; a text
program is asked only about positions of the board that it plays. Without a limit each
answer takes at most 100ms; a text program has only its own limits and --patience.

Other players answer in a file: --prompts prints {"id", "game", "prompt"} for each
position, with the rules in short and the form of the answer, and --answers reads
{"id", "answer"}, one object per line. The move is what follows the last "Move:", or
the last line. Several answers for one position are retries, of which --retries are
allowed after an illegal answer or one that is no move.

With --make, make a set by a recipe: one JSON object per line, {"game", "variant",
"powers", "kind", "phase", "count", "nodes"}. The same recipe, seed and version make
the same set. See docs/research/exam.md.

With --json, print {"player", "set", "game", "phase", "items", "kept", "regret",
"illegal", "unparsed", "retries", "unanswered", "faults"}; kept and regret are {"items",
"mean", "low", "high"}, from 0 to 1, and absent where there are no such positions;
illegal and unparsed count answers, and unanswered the positions without a legal one;
faults, if any, are the numbers of unanswered positions by reason, such as "crash".
Standard error has each of these positions, with what happened.`

type examFlags struct {
	set, game       string
	count           int // items of each kind and phase
	player, program string
	level           int
	answers         string // file
	retries         int
	prompts, moves  bool
	control         match.Control
	patience        time.Duration
	seed            uint64
	recipe, out     string // files
	resume          bool
}

func (p *program) examCommand() *cobra.Command {
	f := examFlags{retries: 2, seed: 1, patience: match.DefaultPatience}
	cmd := &cobra.Command{
		Use:   "exam",
		Short: "Examine a player on positions with known answers",
		Long:  examHelp,
		Example: `  thera exam --level 3 --game hermit
  thera exam --player greedy --json
  thera exam --engine './engine --quiet' --movetime 1s
  thera exam --prompts --game amazons --count 20 > prompts.jsonl
  thera exam --answers answers.jsonl --game amazons --count 20
  thera exam --make recipe.jsonl --out set.jsonl --resume`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.exam(cmd, f) },
	}
	f.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

func (f *examFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.player, "player", "", "examine this `PLAYER`, as in thera match: greedy, random, alphabeta:nodes=1000, text:COMMAND …")
	numberUpTo(cmd, "level", fmt.Sprintf("examine the default engine of each game at this `LEVEL`, from 1 to %d", catalog.MaxLevel), 1, uint64(catalog.MaxLevel), &f.level)
	flags.StringVar(&f.program, "engine", "", "examine the program that this `COMMAND` starts, which speaks the engine protocol; quotes in it keep spaces")
	flags.StringVar(&f.answers, "answers", "", "grade the answers in `FILE`, - for standard input")
	numberUpTo(cmd, "retries", "with --answers, allow `NUMBER` retries (default 2)", 0, 1000, &f.retries)
	flags.BoolVar(&f.prompts, "prompts", false, "print questions for language models")
	flags.BoolVar(&f.moves, "moves", false, "with --prompts, list the legal moves")
	flags.StringVar(&f.game, "game", "", "use only the positions of this `GAME`")
	wholeNumber(cmd, "count", "use at most `NUMBER` positions of each kind and phase of a game", 1, &f.count)
	flags.StringVar(&f.set, "set", "", "use the positions in `FILE`, as --make writes it")
	controlFlag(cmd, &f.control, "movetime", fmt.Sprintf("give each answer this `DURATION` (default %s if there is no other limit)", match.DefaultMoveTime))
	controlFlag(cmd, &f.control, "nodes", "search `NUMBER` positions for each answer")
	controlFlag(cmd, &f.control, "depth", "search `NUMBER` plies deep for each answer")
	flags.DurationVar(&f.patience, "patience", f.patience, "wait up to this `DURATION` for players without a time limit")
	wholeNumber(cmd, "seed", "vary play, or with --make the games, with `NUMBER` as the random seed (default 1)", 0, &f.seed)
	flags.StringVar(&f.recipe, "make", "", "make a set by the recipe in `FILE`")
	flags.StringVar(&f.out, "out", "", "with --make, save the set in `FILE` instead of printing it")
	flags.BoolVar(&f.resume, "resume", false, "with --make, continue the set in the file of --out, if there is one")
	completeFlag(cmd, "game", catalog.Names()...)
}

// exam does what the flags say: one of five things.
func (p *program) exam(cmd *cobra.Command, f examFlags) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	if f.recipe != "" {
		return p.makeExam(cmd.Context(), f)
	}
	items, err := f.items(cmd.Context())
	if err != nil {
		return err
	}
	switch {
	case f.prompts:
		return p.examPrompts(items, f.moves)
	case f.answers != "":
		return p.gradeAnswers(cmd.Context(), items, f)
	}
	return p.examine(cmd.Context(), items, f)
}

// examModes are the flags of which there is exactly one.
var examModes = []string{"player", "level", "engine", "answers", "prompts", "make"}

func (f *examFlags) check(cmd *cobra.Command) error {
	given := 0
	for i, mode := range examModes {
		if cmd.Flags().Changed(mode) {
			given++
			if err := notWith(cmd, mode, examModes[i+1:]...); err != nil {
				return err
			}
		}
	}
	if given == 0 {
		return usagef("nobody to examine: want one of --%s", strings.Join(examModes, ", --"))
	}
	for needed, others := range map[string][]string{"answers": {"retries"}, "prompts": {"moves"}, "make": {"out", "resume"}} {
		if !cmd.Flags().Changed(needed) {
			if err := onlyWith(cmd, needed, others...); err != nil {
				return err
			}
		}
	}
	if f.resume && f.out == "" {
		return usagef("--resume: want --out with the file of the set")
	}
	if f.patience <= 0 {
		return usagef("--patience %v: want more than 0", f.patience)
	}
	if f.game != "" {
		if _, err := catalog.Find(f.game); err != nil {
			return usageError{err}
		}
	}
	limits := []string{"movetime", "nodes", "depth", "patience"}
	switch {
	case f.recipe != "":
		return notWith(cmd, "make", append(limits, "set", "game", "count")...)
	case f.answers != "":
		return notWith(cmd, "answers", append(limits, "seed")...)
	case f.prompts:
		return notWith(cmd, "prompts", append(limits, "seed")...)
	}
	return nil
}

// items returns the items to use.
func (f *examFlags) items(ctx context.Context) (items []exam.Item, err error) {
	if f.set != "" {
		items, err = readFile(ctx, f.set, exam.Read)
	} else {
		items, err = exam.Set()
	}
	if err != nil {
		return nil, err
	}
	if items = exam.Choose(items, f.game, f.count); len(items) == 0 {
		want := "want at least one"
		if f.game != "" {
			want = fmt.Sprintf("want at least one of %s", f.game)
		}
		return nil, fmt.Errorf("%s: no positions to ask about: %s", f.setName(), want)
	}
	return items, nil
}

func (p *program) examPrompts(items []exam.Item, listMoves bool) error {
	out := json.NewEncoder(p.stdout)
	out.SetEscapeHTML(false)
	for _, i := range items {
		prompt, err := i.Prompt(listMoves)
		if err != nil {
			return err
		}
		if err := out.Encode(prompt); err != nil {
			return err
		}
	}
	return nil
}

func (p *program) gradeAnswers(ctx context.Context, items []exam.Item, f examFlags) error {
	file, err := p.open(ctx, f.answers)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // only read
	answers, err := exam.ReadAnswers(file, items)
	if err != nil {
		return inFile(f.answers, err)
	}
	marks, err := answers.Grade(items, f.retries)
	if err != nil {
		return err
	}
	return p.examReport(f.answers, f.setName(), marks)
}

// examine asks a player and reports its marks, even if it is interrupted or the player
// can't be started again.
func (p *program) examine(ctx context.Context, items []exam.Item, f examFlags) error {
	sittings, total, err := f.sittings(items)
	if err != nil {
		return err
	}
	var marks []exam.Mark
	for _, s := range sittings {
		var more []exam.Mark
		more, err = s.Ask(ctx, s.items, p.examProgress(s.game, len(s.items)))
		marks = append(marks, more...)
		p.clear()
		if err != nil {
			break
		}
	}
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("interrupted after %d of %s", len(marks), counted(total, "position", "positions"))
	}
	if len(marks) == 0 {
		return err
	}
	return errors.Join(p.examReport(f.name(), f.setName(), marks), err)
}

// sitting is what a player is asked about one game.
type sitting struct {
	exam.Examiner
	game  string
	items []exam.Item
}

// sittings returns what the player can be asked, at least one item, and the number of
// items in all.
func (f *examFlags) sittings(items []exam.Item) (sittings []sitting, total int, err error) {
	for _, entry := range catalog.Games() {
		spec, err := f.spec(entry)
		if err != nil {
			return nil, 0, usageError{err}
		}
		if spec.IsText() && f.control != (match.Control{}) {
			return nil, 0, usagef("player %q with %s: a text program has only its own limits: want text,movetime=1s:COMMAND", spec.Text, f.control)
		}
		x := exam.Examiner{Player: spec, Control: f.control, Patience: f.patience, Seed: f.seed}
		some := slices.DeleteFunc(exam.Choose(items, entry.Game.Name(), 0), func(i exam.Item) bool { return !x.Suits(i) })
		if len(some) == 0 {
			continue
		}
		if err := x.Check(entry); err != nil {
			return nil, 0, usageError{err}
		}
		sittings = append(sittings, sitting{x, entry.Game.Name(), some})
		total += len(some)
	}
	if total == 0 {
		return nil, 0, fmt.Errorf("player %q can't be asked about any of these positions", f.name())
	}
	return sittings, total, nil
}

// setName is that of the set in the report.
func (f *examFlags) setName() string { return cmp.Or(f.set, fmt.Sprintf("exam %d", exam.Version)) }

// name is that of the player in the report.
func (f *examFlags) name() string {
	switch {
	case f.player != "":
		return f.player
	case f.program != "":
		return "ugi:" + f.program
	}
	return fmt.Sprintf("level %d", f.level)
}

// spec returns the player of a game.
func (f *examFlags) spec(entry catalog.Entry) (match.Spec, error) {
	if f.level > 0 {
		return match.ParseSpec(fmt.Sprintf("%s:level=%d", entry.EngineNames()[0], f.level))
	}
	return match.ParseSpec(f.name())
}

// examProgress returns what shows faults, and on a terminal how far an exam is.
func (p *program) examProgress(game string, total int) func([]exam.Mark) {
	return func(marks []exam.Mark) {
		last := marks[len(marks)-1]
		if last.Fault.Reason != "" {
			p.clear()
			text := fmt.Sprintf("%s %s %q  %s: %s", game, last.Item.ID, last.Item.Position, last.Fault.Reason, last.Fault.Detail)
			fmt.Fprintln(p.stderr, child.Clean(text)) // it may quote a program
		}
		if p.terminal {
			p.showLine(fmt.Sprintf("%s: %d of %d positions", game, len(marks), total))
		}
	}
}

func (p *program) examReport(player, set string, marks []exam.Mark) error {
	if !p.json {
		if _, err := fmt.Fprintf(p.stdout, "%s, %s\n%s\n", player, set, examTitle); err != nil {
			return err
		}
	}
	return printAll(p, exam.Report(marks), func(row exam.Row) examRow { return examRow{player, set, row} })
}

type examRow struct {
	Player string `json:"player"`
	Set    string `json:"set"`
	exam.Row
}

const examTitle = "game       phase    items  wins kept                regret                   illegal unparsed unanswered"

func (r examRow) String() string {
	return fmt.Sprintf("%-10s %-8s %5d  %-24s %-24s %7d %8d %10d",
		r.Game, r.Phase, r.Items, estimateText(r.Kept), estimateText(r.Regret), r.Illegal, r.Unparsed, r.Unanswered)
}

// estimateText formats a share in percent with its interval: "61.2% [57.0, 65.1]".
func estimateText(e *exam.Estimate) string {
	if e == nil {
		return "-"
	}
	return fmt.Sprintf("%.1f%% [%.1f, %.1f]", 100*e.Mean, 100*e.Low, 100*e.High)
}

// makeExam makes the items of a recipe that are not in the file of --out yet.
func (p *program) makeExam(ctx context.Context, f examFlags) error {
	recipe, err := readFile(ctx, f.recipe, exam.ReadRecipe)
	if err != nil {
		return err
	}
	digest, err := exam.Digest(recipe)
	if err != nil {
		return err
	}
	earlier := fmt.Sprintf("# thera exam --make --seed %d", f.seed) // earlier versions did not name the recipe
	title := earlier + ", recipe " + digest
	var past []exam.Item
	opt := safefile.JournalOptions{Title: title, New: !f.resume, CheckTitle: func(there string) error {
		if there != title && there != earlier {
			return fmt.Errorf("%.200q: want %.200q, or another file", there, title)
		}
		return nil
	}}
	set, err := safefile.OpenJournal(f.out, opt, safefile.JSON(func(i exam.Item) error {
		past = append(past, i)
		return nil
	}))
	if errors.Is(err, safefile.ErrNotEmpty) {
		err = fmt.Errorf("%w: want another one, or --resume to continue it", err)
	}
	if err != nil {
		return err
	}
	made, err := p.makeItems(ctx, recipe, f.seed, past, func(line []byte) error {
		if f.out == "" {
			_, err := fmt.Fprintf(p.stdout, "%s\n", line)
			return err
		}
		return set.Append(line)
	})
	p.clear()
	if ctx.Err() != nil {
		err = fmt.Errorf("interrupted after %s; with --out, the same command with --resume continues", counted(made, "position", "positions"))
	}
	return errors.Join(err, set.Close())
}

func (p *program) makeItems(ctx context.Context, recipe []exam.Part, seed uint64, past []exam.Item, keep func(line []byte) error) (made int, err error) {
	made = len(past)
	for item, err := range exam.Make(ctx, recipe, seed, past) {
		if err != nil {
			return made, err
		}
		line, err := json.Marshal(item)
		if err == nil {
			err = keep(line)
		}
		if err != nil {
			return made, err
		}
		if made++; p.terminal {
			p.showLine(counted(made, "position", "positions"))
		}
	}
	return made, nil
}
