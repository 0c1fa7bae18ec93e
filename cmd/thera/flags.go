package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/catalog/setup"
)

// refuseEmpty makes all flags of a command and its subcommands reject an empty
// value: in --position "$POSITION", an empty value means an unset variable.
func refuseEmpty(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if _, done := f.Value.(notEmpty); done || f.Value.Type() == "bool" {
			return
		}
		if f.DefValue == "[]" {
			f.DefValue = "" // or pflag would print it, as it no longer sees a slice
		}
		f.Value = notEmpty{f.Value}
	})
	for _, sub := range cmd.Commands() {
		refuseEmpty(sub)
	}
}

type notEmpty struct{ pflag.Value }

var errEmpty = errors.New("empty value: give one, or leave out the flag")

func (v notEmpty) Set(text string) error {
	if strings.TrimSpace(text) == "" {
		return errEmpty
	}
	return v.Value.Set(text)
}

func flagError(cmd *cobra.Command, err error) error {
	help := "; see " + cmd.CommandPath() + " --help"
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if name := meant(unknown.GetSpecifiedName(), names); name != "" {
			return usagef("unknown flag: --%s: did you mean --%s?", unknown.GetSpecifiedName(), name)
		}
	}
	if errors.Is(err, errEmpty) {
		return usagef("%w%s", err, help)
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if want := wanted(invalid.GetFlag()); want != "" {
			return usagef("invalid argument %q for \"--%s\" flag: want %s%s", invalid.GetValue(), invalid.GetFlag().Name, want, help)
		}
	}
	return usagef("%w%s", err, help)
}

// wanted says what a flag accepts if its parser is the library's, whose errors
// don't; "" for all others.
func wanted(f *pflag.Flag) string {
	switch {
	case f.Value.Type() == "bool":
		return "true or false"
	case f.Value.Type() == "duration":
		return "a duration, such as 500ms or 2m"
	case f.Value.Type() == "float64":
		return "a number, such as 2.5"
	case f.Name == logLevel:
		return "debug, info, warn or error"
	}
	return ""
}

var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// shortened cuts quotations that are longer than any valid position or move, and
// the message itself, and states their lengths.
func shortened(text string) string {
	const longest, kept, whole = 200, 60, 4000
	text = quoted.ReplaceAllStringFunc(text, func(quote string) string {
		content, err := strconv.Unquote(quote)
		runes := []rune(content)
		if err != nil || len(runes) <= longest {
			return quote
		}
		return fmt.Sprintf("%q (%s characters)", string(runes[:kept])+"…", grouped(uint64(len(runes))))
	})
	if runes := []rune(text); len(runes) > whole {
		return fmt.Sprintf("%s… (%s characters)", string(runes[:whole]), grouped(uint64(len(runes))))
	}
	return text
}

// meant returns the one name that is a likely correction of a misspelled one, or "".
func meant(name string, names []string) string {
	known := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, name := range names {
		known.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	if found := known.SuggestionsFor(name); len(found) == 1 {
		return found[0]
	}
	return ""
}

func checkListen(flag, address string) error {
	if _, port, err := net.SplitHostPort(address); err == nil {
		if _, err := net.LookupPort("tcp", port); err != nil {
			return usagef("--%s %q: want a port from 0 to 65535", flag, address)
		}
		return nil
	}
	example := "127.0.0.1:8080"
	if address != "" && strings.Trim(address, "0123456789") == "" {
		example = ":" + address
	}
	return usagef("--%s %q: want an address with a port, such as %s", flag, address, example)
}

func checkEven(games int) error {
	if games%2 != 0 {
		return usagef("--games %d: want an even number, since each opening is played with both colors", games)
	}
	return nil
}

// onlyWith rejects a flag that is set, one of others, without the flag it needs.
func onlyWith(cmd *cobra.Command, needed string, others ...string) error {
	for _, name := range others {
		if cmd.Flags().Changed(name) {
			return usagef("--%s: want --%s with it", name, needed)
		}
	}
	return nil
}

// notWith rejects flags that are set, one of others, together with flag.
func notWith(cmd *cobra.Command, flag string, others ...string) error {
	for _, name := range others {
		if cmd.Flags().Changed(name) {
			return usagef("--%s and --%s: want only one of them", flag, name)
		}
	}
	return nil
}

// alone rejects all flags that are set together with flag, but for --json.
func alone(cmd *cobra.Command, flag string) error {
	var others []string
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name != flag && f.Name != "json" {
			others = append(others, f.Name)
		}
	})
	return notWith(cmd, flag, others...)
}

// defaultTime bounds a search when no limit is given.
const defaultTime = time.Second

// limitFlags are the flags that bound a search; 0 is no limit.
type limitFlags struct {
	time  time.Duration
	nodes uint64
	depth int
}

func (f *limitFlags) addTo(cmd *cobra.Command) {
	f.addTimeTo(cmd, fmt.Sprintf("stop after this `DURATION`, such as 500ms or 2m (default %s if there is no other limit)", defaultTime))
	wholeNumber(cmd, "nodes", "stop after `NUMBER` positions", 1, &f.nodes)
	wholeNumber(cmd, "depth", "stop after searching `NUMBER` plies deep", 1, &f.depth)
}

func (f *limitFlags) addTimeTo(cmd *cobra.Command, usage string) {
	positiveDuration(cmd, "time", usage, "500ms or 2m", &f.time)
}

// positiveDuration adds a flag for a duration above 0.
func positiveDuration(cmd *cobra.Command, name, usage, example string, value *time.Duration) {
	cmd.Flags().Func(name, usage, func(text string) (err error) {
		if *value, err = time.ParseDuration(text); err != nil || *value <= 0 {
			return fmt.Errorf("want a duration above 0, such as %s", example)
		}
		return nil
	})
}

func (f *limitFlags) limits() engine.Limits {
	limits := engine.Limits{Time: f.time, Nodes: f.nodes, Depth: f.depth}
	if limits == (engine.Limits{}) {
		limits.Time = defaultTime
	}
	return limits
}

// Upper bounds of flags; a machine gains nothing from more.
const (
	maxThreads     = 256
	maxConcurrency = 1024 // games and jobs
)

// wholeNumber adds a flag for a whole number of at least least.
func wholeNumber[N int | uint64](cmd *cobra.Command, name, usage string, least uint64, value *N) {
	numberUpTo(cmd, name, usage, least, math.MaxUint64, value)
}

// numberUpTo adds a flag for a whole number from least to most. An int takes
// larger numbers than any command can use as 2³¹−1.
func numberUpTo[N int | uint64](cmd *cobra.Command, name, usage string, least, most uint64, value *N) {
	flag := cmd.Flags().VarPF(&wholeValue[N]{value, least, most}, name, "", usage)
	flag.DefValue = "" // the usage says it where it matters
}

// wholeValue is the value of a flag for a whole number.
type wholeValue[N int | uint64] struct {
	value       *N
	least, most uint64
}

func (n *wholeValue[N]) String() string { return fmt.Sprint(*n.value) }

func (n *wholeValue[N]) Type() string { return "number" }

func (n *wholeValue[N]) Set(text string) error {
	parsed, err := strconv.ParseUint(text, 10, 64)
	switch {
	case err == nil && n.least <= parsed && parsed <= n.most:
		if _, isInt := any(n.value).(*int); isInt {
			parsed = min(parsed, math.MaxInt32)
		}
		*n.value = N(parsed)
		return nil
	case n.most == math.MaxUint64 && !errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("want a whole number from %d", n.least)
	}
	return fmt.Errorf("want a whole number from %d to %d", n.least, n.most)
}

// maxMemory is the largest table that can be asked for, in MiB.
const maxMemory = 1 << 20

// sizeFlag adds a flag for a size in MiB or GiB, kept in MiB.
func sizeFlag(cmd *cobra.Command, name, usage string, mib *int) {
	cmd.Flags().Func(name, usage, func(text string) error {
		scale := 1
		number, ok := strings.CutSuffix(text, "MiB")
		if !ok {
			scale = 1 << 10
			number, ok = strings.CutSuffix(text, "GiB")
		}
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 1 || n > maxMemory/scale {
			return fmt.Errorf("want a size such as 512MiB or 8GiB, at most %dGiB", maxMemory>>10)
		}
		*mib = n * scale
		return nil
	})
}

func completeFlag(cmd *cobra.Command, name string, values ...string) {
	// The error is for a flag that does not exist, or has completions already.
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

func unknownCommand(name string, names []string) error {
	text := fmt.Sprintf("unknown command %q", name)
	if near := meant(name, names); near != "" {
		return usagef("%s: did you mean %s?", text, near)
	}
	return usagef("%s: want one of %s", text, strings.Join(names, ", "))
}

// start is the position at which a command on a GAME starts, as its flags --variant,
// --position and, if it has them, --powers and --handicap say.
type start struct{ variant, position, powers, handicap string }

// addTo adds the first two flags to a command, and completes its arguments.
func (s *start) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.variant, "variant", "", "begin at the start of this `VARIANT`")
	cmd.Flags().StringVar(&s.position, "position", "", "begin at the position with this `TEXT`")
	cmd.ValidArgsFunction = completeGame
	_ = cmd.RegisterFlagCompletionFunc("variant", completeVariant) // see completeFlag
	completeFlag(cmd, "position")
}

// addHandicap adds the flag --handicap.
func (s *start) addHandicap(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.handicap, "handicap", "", "begin with this `HANDICAP`, as in extra-turn or extra-turn:1; after the colon is the seat that gives it (default 2)")
	_ = cmd.RegisterFlagCompletionFunc("handicap", completeHandicap) // see completeFlag
}

func (s *start) find(name string) (catalog.Entry, game.Position, error) {
	if s.handicap != "" {
		if err := s.applyHandicap(name); err != nil {
			return catalog.Entry{}, nil, err
		}
	}
	entry, pos, err := answer.Start{Game: name, Variant: s.variant, Position: s.position}.Find(catalog.Games())
	if errors.Is(err, answer.ErrBoth) {
		return entry, nil, usagef("--variant %q and --position %q: want only one of them", s.variant, s.position)
	}
	if err != nil {
		return entry, nil, usageError{err}
	}
	return entry, pos, nil
}

// applyHandicap replaces the handicap by its start.
func (s *start) applyHandicap(game string) error {
	entry, err := catalog.Find(game)
	if err != nil {
		return usageError{err}
	}
	if s.position != "" || s.powers != "" {
		return usagef("--handicap %q with --position or --powers: want only one of them", s.handicap)
	}
	name, seat, chosen := strings.Cut(s.handicap, ":")
	giver := slices.Index([]string{"1", "2"}, cmp.Or(seat, "2"))
	if giver < 0 || chosen && seat == "" {
		return usagef("--handicap %q: want 1 or 2 after the colon, the seat that gives it", s.handicap)
	}
	h, err := setup.FindHandicap(entry.Handicaps, name)
	switch {
	case err != nil:
		return usagef("--handicap: %w", err)
	case h.Time > 0:
		return usagef("--handicap %q: it shortens a clock, and there is none", s.handicap)
	case s.variant != "" && !h.Applies(s.variant):
		return usagef("--handicap %q with --variant %q: want %s", s.handicap, s.variant, h.Variant())
	}
	s.handicap, s.variant, s.position = "", "", h.Starts[giver].Position
	if s.position == "" {
		s.variant = h.Starts[giver].Variant
	}
	return nil
}

func completeGame(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return catalog.Names(), cobra.ShellCompDirectiveNoFileComp
}

func completeVariant(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	entry, err := catalog.Find(args[0])
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	// The game's own order: the default comes first.
	return entry.Game.Variants(), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

func completeHandicap(_ *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	if len(args) > 0 {
		if entry, err := catalog.Find(args[0]); err == nil {
			names = setup.HandicapNames(entry.Handicaps)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
