package ugi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"thera/engine"
	"thera/game"
)

// "go" is one line with any number of limits; the first limit reached ends the search:
//
//	go movetime 1000
//	go p1time 60000 p1inc 500 p2time 58000 p2inc 500
//	go infinite
//
// Times are whole milliseconds in the protocol and Durations elsewhere.

var uciClockNames = map[string]string{"wtime": "p1time", "winc": "p1inc", "btime": "p2time", "binc": "p2inc"}

type goCommand struct {
	limits   engine.Limits
	infinite bool // the answer is to wait for "stop"
	ponder   bool // it is to wait for "ponderhit" or "stop"
}

func parseGo(args []string) (o goCommand, err error) {
	for len(args) > 0 {
		name, value := args[0], ""
		args = args[1:]
		switch name {
		case "infinite":
			o.infinite = true
			continue
		case "ponder":
			o.ponder = true
			continue
		}
		if len(args) > 0 {
			value, args = args[0], args[1:]
		}
		if err := readLimit(&o.limits, name, value); err != nil {
			return goCommand{}, err
		}
	}
	if o.infinite && o != (goCommand{infinite: true}) {
		return goCommand{}, errors.New("infinite: want nothing else beside it")
	}
	return o, nil
}

func readLimit(l *engine.Limits, name, value string) error {
	var err error
	switch part := clockPart(l, name); {
	case part != nil:
		// A clock that has run out still asks for a move.
		*part, err = parseMillis(value, math.MinInt32)
		*part = max(*part, 0)
		if strings.HasSuffix(name, "time") {
			*part = max(*part, time.Millisecond)
		}
	case name == "movetime":
		l.Time, err = parseMillis(value, 1)
	case name == "nodes":
		l.Nodes, err = parseCount(value, 1)
	case name == "depth":
		// UGI allows depth 0, but no search is that shallow.
		var depth uint64
		depth, err = parseCount(value, 0)
		l.Depth = int(min(max(depth, 1), math.MaxInt32))
	case name == "movestogo":
		// Chess programs may say for how many moves a clock is. Treating it as
		// a clock for the rest of the game is on the safe side.
		_, err = parseCount(value, 0)
	default:
		return fmt.Errorf("limit %q: want movetime, nodes, depth, infinite, ponder or p1time, p1inc, p2time, p2inc or their twins wtime, winc, btime, binc", name)
	}
	if err != nil {
		return fmt.Errorf("%s %w", name, err)
	}
	return nil
}

// clockPart returns the part of the clocks with the given name, nil if there is none.
func clockPart(l *engine.Limits, name string) *time.Duration {
	name = cmp.Or(uciClockNames[name], name)
	for i := range l.Clocks {
		switch name {
		case fmt.Sprintf("p%dtime", i+1):
			return &l.Clocks[i].Left
		case fmt.Sprintf("p%dinc", i+1):
			return &l.Clocks[i].Increment
		}
	}
	return nil
}

func parseCount(text string, least uint64) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n < least {
		return 0, fmt.Errorf("%q: want a whole number from %d", text, least)
	}
	return n, nil
}

// parseMillis parses milliseconds. The maximum, some 35 years, is far below
// what a Duration can hold.
func parseMillis(text string, least int64) (time.Duration, error) {
	const most = 1 << 40
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%q: want a whole number of milliseconds from %d to %d", text, least, int64(most))
	}
	return time.Duration(n) * time.Millisecond, nil
}

// formatGo returns the command that asks for a search. UCI has names for the
// clocks of two seats only. Times below a millisecond are sent as one, for 0
// can be taken for no limit.
func (p Protocol) formatGo(req engine.Request) string {
	l := req.Limits
	var line strings.Builder
	line.WriteString("go")
	switch {
	case req.Ponder != nil:
		line.WriteString(" ponder")
	case l == (engine.Limits{}):
		line.WriteString(" infinite")
	}
	millis := func(name string, d time.Duration) { fmt.Fprintf(&line, " %s %d", name, d.Milliseconds()) }
	if l.Time != 0 {
		millis("movetime", max(l.Time, time.Millisecond))
	}
	if l.Nodes > 0 {
		fmt.Fprintf(&line, " nodes %d", l.Nodes)
	}
	if l.Depth > 0 {
		fmt.Fprintf(&line, " depth %d", l.Depth)
	}
	for i, c := range l.Clocks {
		name, inc := fmt.Sprintf("p%dtime", i+1), fmt.Sprintf("p%dinc", i+1)
		if p == UCI {
			name, inc = [4]string{"wtime", "btime"}[i], [4]string{"winc", "binc"}[i]
		}
		if c.Left != 0 && name != "" {
			millis(name, max(c.Left, time.Millisecond))
			millis(inc, c.Increment)
		}
	}
	return line.String()
}

// Option is a setting of an engine program, as the program describes it.
type Option struct {
	Name string
	// Type is spin (a whole number), check (true or false), combo (one of
	// Choices), string or button (an action, without a value).
	Type     string
	Default  string
	Min, Max int64 // of a spin
	Choices  []string
}

// VariantOption is the option that selects the board in programs that play several.
const VariantOption = "UCI_Variant"

// Setting is a value for an option.
type Setting struct{ Name, Value string }

// String returns the line that announces the option.
func (o Option) String() string {
	var line strings.Builder
	fmt.Fprintf(&line, "option name %s type %s", o.Name, o.Type)
	if o.Type != "button" {
		line.WriteString(" default " + o.Default)
	}
	if o.Type == "spin" {
		fmt.Fprintf(&line, " min %d max %d", o.Min, o.Max)
	}
	for _, c := range o.Choices {
		line.WriteString(" var " + c)
	}
	return line.String()
}

// parseOption parses a line that announces an option.
func parseOption(line string) (Option, error) {
	var o Option
	verb, words := cutVerb(line)
	if verb != "option" {
		return o, fmt.Errorf("%q: want an option", line)
	}
	seen := map[string]bool{}
	for len(words) > 0 {
		key := words[0]
		n := 1 + slices.IndexFunc(words[1:], isOptionKey)
		if n == 0 {
			n = len(words)
		}
		value := strings.Join(words[1:n], " ")
		words = words[n:]
		var err error
		switch key {
		case "name":
			o.Name = value
		case "type":
			o.Type = value
		case "default":
			o.Default = value
		case "min":
			o.Min, err = strconv.ParseInt(value, 10, 64)
		case "max":
			o.Max, err = strconv.ParseInt(value, 10, 64)
		case "var":
			o.Choices = append(o.Choices, value)
		default:
			return o, fmt.Errorf("%q: want name, type, default, min, max or var in place of %q", line, key)
		}
		if err != nil {
			return o, fmt.Errorf("%q: %s %q: want a whole number", line, key, value)
		}
		seen[key] = true
	}
	switch {
	case o.Name == "":
		return o, fmt.Errorf("%q: want a name", line)
	case !slices.Contains([]string{"spin", "check", "combo", "string", "button"}, o.Type):
		return o, fmt.Errorf("%q: type %q: want spin, check, combo, string or button", line, o.Type)
	case o.Type == "spin" && (!seen["min"] || !seen["max"]):
		return o, fmt.Errorf("%q: want min and max", line)
	}
	return o, nil
}

func isOptionKey(word string) bool {
	return slices.Contains([]string{"name", "type", "default", "min", "max", "var"}, word)
}

// Accept returns the value in the option's own spelling, or an error that
// states what is accepted. A variant may be followed by a colon and further
// choices, as in "santorini:athena,pan".
func (o Option) Accept(value string) (string, error) {
	switch o.Type {
	case "spin":
		if n, err := strconv.ParseInt(value, 10, 64); err != nil || n < o.Min || n > o.Max {
			return "", fmt.Errorf("%s %q: want a whole number from %d to %d", o.Name, value, o.Min, o.Max)
		}
	case "check":
		if value != "true" && value != "false" {
			return "", fmt.Errorf("%s %q: want true or false", o.Name, value)
		}
	case "combo":
		name := value
		if o.Name == VariantOption {
			name, _, _ = strings.Cut(value, ":")
		}
		i := slices.IndexFunc(o.Choices, func(c string) bool { return strings.EqualFold(c, name) })
		if i < 0 {
			return "", fmt.Errorf("%s %q: want one of %s", o.Name, value, strings.Join(o.Choices, ", "))
		}
		return o.Choices[i] + value[len(name):], nil
	}
	return value, nil
}

// FindOption returns the option with a name, ignoring case.
func FindOption(options []Option, name string) (Option, error) {
	var names []string
	for _, o := range options {
		if strings.EqualFold(o.Name, name) {
			return o, nil
		}
		names = append(names, o.Name)
	}
	if names == nil {
		return Option{}, fmt.Errorf("option %q: the program has no options", name)
	}
	return Option{}, fmt.Errorf("option %q: want one of %s", name, strings.Join(names, ", "))
}

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
		x.respond(resultText(x.pos))
	case "fen":
		x.respond(x.pos.String())
	case "legalmoves":
		x.respond(formatMoves(x.pos.Moves())...)
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

// resultText formats the winners: p1win, p2win, none while the game is in progress,
// and p1+3win for seats that win together.
func resultText(pos game.Position) string {
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

// Protocol is a dialect of the engine protocol, named by the greeting that selects it.
type Protocol string

const (
	// UGI is the Universal Game Interface (github.com/kz04px/ugi).
	UGI Protocol = "ugi"
	// UCI is the Universal Chess Interface, which UGI comes from.
	UCI Protocol = "uci"
)

// scoreText returns the two words after "score". An estimate is "cp" and
// centilogits, in place of hundredths of a pawn. A proven result is "mate" and
// its distance, negative for a loss. UGI counts plies; UCI counts moves of the
// seat to move, one in every two plies: a win in 5 plies is mate 5 in UGI and
// mate 3 in UCI, a loss in 4 is mate -4 and mate -2.
func (p Protocol) scoreText(s engine.Score) string {
	plies, ok := s.Proven()
	switch {
	case !ok:
		return fmt.Sprintf("cp %d", s)
	case p == UGI:
		return fmt.Sprintf("mate %d", plies)
	case plies > 0:
		return fmt.Sprintf("mate %d", (plies+1)/2)
	}
	return fmt.Sprintf("mate %d", plies/2)
}

// score is the inverse of scoreText. In UCI a win in n moves takes 2n−1 plies,
// since the winner makes the last one, and a loss in n moves takes 2n. Numbers
// that a score can't hold, which other programs may send, are clamped.
func (p Protocol) score(kind string, n int) (engine.Score, error) {
	switch kind {
	case "cp":
		return engine.Estimate(n), nil
	case "mate":
	default:
		return 0, fmt.Errorf("score %q: want cp or mate", kind)
	}
	n = min(max(n, -engine.MaxPlies), engine.MaxPlies)
	if p == UCI {
		n *= 2
		if n > 0 {
			n--
		}
	}
	n = min(max(n, -engine.MaxPlies), engine.MaxPlies)
	if n > 0 {
		return engine.WinIn(n), nil
	}
	return engine.LossIn(-n), nil
}

// FormatMove returns the wire text of a move. The form of the canonical text
// decides, whatever the game: X-Y(Z) becomes XY,YZ, as if two pieces had moved,
// X-Y becomes XY, and everything else stays as it is. The rules of each game
// read that back; see [game.Position.Read].
func FormatMove(m game.Move) string {
	if s, ok := game.ScanSquares(string(m), "#-#(#)"); ok {
		return fmt.Sprintf("%s%s,%s%s", s[0], s[1], s[1], s[2])
	}
	if s, ok := game.ScanSquares(string(m), "#-#"); ok {
		return s[0].String() + s[1].String()
	}
	return string(m)
}

// formatMoves returns the wire text of moves.
func formatMoves(moves []game.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = FormatMove(m)
	}
	return texts
}

// cutVerb splits a line into its first word and the words after it.
func cutVerb(line string) (verb string, args []string) {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return "", nil
	}
	return fields[0], fields[1:]
}
