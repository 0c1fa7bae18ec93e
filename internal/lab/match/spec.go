package match

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"thera/engine"
	"thera/engine/ugi"
	"thera/internal/catalog"
	"thera/internal/child"
	"thera/internal/safefile"
)

// Spec is a player, as [ParseSpec] reads it.
type Spec struct {
	Text string // as written
	Name string // in tables and records; Text by default
	// Kind is "ugi" or "uci" for a program that speaks that protocol, "text" for an
	// Amazons text program, and otherwise the name of an engine of this program.
	Kind     string
	Settings []ugi.Setting
	// Power is the power that the player has in each of its games, in games with
	// powers; "" leaves it to the variant.
	Power   string
	Command []string // of a program
	Dir     string   // the folder in which the program begins; "" is the current one
	// Control is this player's own limits. Those that are not zero replace the match's.
	Control Control
	// Position says how a program receives positions: "moves" as the game's moves,
	// "fen" as text, and "" as the match decides.
	Position string
}

// The kinds of players that are programs.
const (
	kindUGI  = "ugi"
	kindUCI  = "uci"
	kindText = "text"
)

// The values of Position.
const (
	byMoves = "moves"
	byText  = "fen"
)

var programKinds = []string{kindUGI, kindUCI, kindText}

// ParseSpec reads a player:
//
//	ENGINE                       an engine of this program
//	ENGINE:NAME=VALUE,…          with settings
//	PROTOCOL:COMMAND             a program; PROTOCOL is ugi, uci or text
//	PROTOCOL,NAME=VALUE,…:COMMAND
//
// as in "alphabeta:level=8,threads=1" and "uci,Hash=64:fairy-stockfish". [child.Split]
// separates the words of the command. The settings name, power, tc, movetime, nodes and
// depth, and position for a program of the engine protocol, are for the referee; all
// others are for the player. Unknown engines and settings are refused when the match
// begins.
func ParseSpec(text string) (Spec, error) {
	s := Spec{Text: text}
	head, tail, colon := strings.Cut(text, ":")
	kind, settings, comma := strings.Cut(head, ",")
	s.Kind = strings.TrimSpace(kind)
	if slices.Contains(programKinds, s.Kind) {
		var err error
		if s.Command, err = child.Split(tail); err != nil {
			return Spec{}, fmt.Errorf("player %q: %w", text, err)
		}
		if len(s.Command) == 0 {
			return Spec{}, fmt.Errorf("player %q: want %s:COMMAND", text, s.Kind)
		}
	} else {
		if s.Kind == "" || comma {
			return Spec{}, fmt.Errorf("player %q: want ENGINE:NAME=VALUE,… or ugi:COMMAND, uci:COMMAND or text:COMMAND", text)
		}
		settings, comma = tail, colon
	}
	if comma {
		seen := map[string]bool{}
		for setting := range strings.SplitSeq(settings, ",") {
			err := s.set(setting, seen)
			if err != nil && s.Command == nil && !known(s.Kind) {
				err = fmt.Errorf("unknown engine %q: want ENGINE:NAME=VALUE,… or ugi:COMMAND, uci:COMMAND or text:COMMAND", s.Kind)
			}
			if err != nil {
				return Spec{}, fmt.Errorf("player %q: %w", text, err)
			}
		}
	}
	s.Name = cmp.Or(s.Name, text)
	if child.Clean(s.Name) != s.Name || strings.ContainsAny(s.Name, "\t\n") {
		return Spec{}, fmt.Errorf("player %q: the name %q has characters that can't be shown: want another, by name=NAME", text, s.Name)
	}
	if s.IsText() && len(s.Settings) > 0 {
		return Spec{}, fmt.Errorf("player %q: setting %q: a text program has none", text, s.Settings[0].Name)
	}
	return s, nil
}

// IsText reports whether the player is a text program.
func (s Spec) IsText() bool { return s.Kind == kindText }

// Limits returns the limits of a player among players with limits for all: its own before
// those, and [DefaultMoveTime] if there are none. A text program knows no limits, so it has
// only its own.
func (s Spec) Limits(all Control) Control {
	if s.IsText() {
		return s.Control
	}
	return s.Control.or(all).orDefault()
}

func known(engine string) bool {
	_, err := catalog.WithEngine(engine)
	return err == nil
}

// ReadPlayers returns the lines that name players, for [ParseSpec]. It skips empty
// lines and lines that begin with #.
func ReadPlayers(in io.Reader) ([]string, error) {
	var players []string
	lines := bufio.NewScanner(in)
	n := 1
	for ; lines.Scan(); n++ {
		if line := strings.TrimSpace(lines.Text()); line != "" && line[0] != '#' {
			players = append(players, line)
		}
	}
	if err := safefile.LineError(lines.Err(), n, bufio.MaxScanTokenSize); err != nil {
		return nil, err
	}
	if len(players) < 2 {
		return nil, fmt.Errorf("players %q: want two or more, one a line", players)
	}
	return players, nil
}

// set reads NAME=VALUE. The names before are those seen, in lower case.
func (s *Spec) set(setting string, seen map[string]bool) error {
	name, value, ok := strings.Cut(setting, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	key := strings.ToLower(name) // as for [ugi.FindOption]
	twice := seen[key]
	seen[key] = true
	switch {
	case !ok || name == "" || value == "":
		return fmt.Errorf("setting %q: want NAME=VALUE", setting)
	case twice:
		return fmt.Errorf("setting %q twice: want it once", name)
	case name == "name":
		s.Name = value
	case name == "power":
		s.Power = value
	case name == "position" && s.Command != nil && !s.IsText():
		if value != byMoves && value != byText {
			return fmt.Errorf("position %q: want %s or %s", value, byMoves, byText)
		}
		s.Position = value
	case slices.Contains(controlKeys, name):
		if err := s.Control.Set(name, value); err != nil {
			return fmt.Errorf("%s %q: %w", name, value, err)
		}
	default:
		s.Settings = append(s.Settings, ugi.Setting{Name: name, Value: value})
	}
	return nil
}

// Control limits what a player may spend, by any combination of limits. A zero field is
// no limit.
type Control struct {
	Clock engine.Clock  // for all turns of a game
	Move  time.Duration // per turn
	Nodes uint64        // per turn
	Depth int           // plies, per turn
}

// Defaults of a match.
const (
	DefaultMoveTime = 100 * time.Millisecond // per turn, if there is no limit
	DefaultMargin   = 100 * time.Millisecond
	DefaultPatience = time.Minute
	DefaultGames    = 100 // of a match of two without a sequential test
	DefaultPlies    = 2   // of random openings
)

// or returns the limits, with those of other where there is none.
func (c Control) or(others Control) Control {
	return Control{
		Clock: cmp.Or(c.Clock, others.Clock),
		Move:  cmp.Or(c.Move, others.Move),
		Nodes: cmp.Or(c.Nodes, others.Nodes),
		Depth: cmp.Or(c.Depth, others.Depth),
	}
}

func (c Control) orDefault() Control {
	if c == (Control{}) {
		c.Move = DefaultMoveTime
	}
	return c
}

// Set sets the limit with a key: "tc", "movetime", "nodes" or "depth". A tc is
// BASE+INCREMENT, both in seconds or with a unit, as in 10+0.1 or 5m+500ms; a movetime
// is one such number. Errors say what is accepted.
func (c *Control) Set(key, value string) error {
	switch key {
	case "tc":
		base, increment, both := strings.Cut(value, "+")
		if !both {
			increment = "0"
		}
		left, err := parseTime(base)
		add, errAdd := parseTime(increment)
		if err != nil || errAdd != nil || left == 0 {
			return errors.New("want BASE+INCREMENT in seconds, as in 10+0.1 or 5m+2s")
		}
		c.Clock = engine.Clock{Left: left, Increment: add}
	case "movetime":
		d, err := parseTime(value)
		if err != nil || d == 0 {
			return errors.New("want a time above 0, as in 100ms or 2.5s")
		}
		c.Move = d
	case "nodes":
		n, err := strconv.ParseUint(value, 10, 64)
		if err != nil || n == 0 {
			return errors.New("want a whole number from 1")
		}
		c.Nodes = n
	case "depth":
		n, err := strconv.ParseUint(value, 10, 31)
		if err != nil || n == 0 {
			return errors.New("want a whole number from 1")
		}
		c.Depth = int(n)
	default:
		return errors.New("want one of the keys tc, movetime, nodes, depth")
	}
	return nil
}

var controlKeys = []string{"tc", "movetime", "nodes", "depth"}

// parseTime reads a number of seconds, or a duration with its unit.
func parseTime(text string) (time.Duration, error) {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		text += "s"
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("time %q: want seconds, or a number with a unit", text)
	}
	return d, nil
}

// String returns the limits in the form that Set reads, such as "tc=10s+100ms
// nodes=5000".
func (c Control) String() string {
	var limits []string
	add := func(set bool, key string, value any) {
		if set {
			limits = append(limits, fmt.Sprintf("%s=%v", key, value))
		}
	}
	add(c.Clock.Left > 0, "tc", fmt.Sprintf("%v+%v", c.Clock.Left, c.Clock.Increment))
	add(c.Move > 0, "movetime", c.Move)
	add(c.Nodes > 0, "nodes", c.Nodes)
	add(c.Depth > 0, "depth", c.Depth)
	return strings.Join(limits, " ")
}

// timed reports whether a player can lose on time.
func (c Control) timed() bool { return c.Clock.Left > 0 || c.Move > 0 }

func (c Control) allowed(left time.Duration) time.Duration {
	switch {
	case c.Clock.Left == 0:
		return c.Move
	case c.Move == 0:
		return left
	}
	return min(left, c.Move)
}
