package match

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"thera/engine/ugi"
	"thera/internal/catalog"
)

// Spec says who plays, in the words of ParseSpec.
type Spec struct {
	Text string // as it was written
	Name string // in tables and records; by default Text
	// Kind is "ugi" or "uci" for a program that speaks that protocol, "text"
	// for an Amazons text program, and else the name of an engine of this
	// program.
	Kind     string
	Settings []ugi.Setting
	// Power is what the player has in each of its games beside the rules that
	// hold for all, in games with powers; "" leaves it to the variant.
	Power   string
	Command []string // of a program
	// Control is what this player may spend: its limits that are not zero stand
	// in place of the match's own.
	Control Control
	// Position says how a program is told positions: "moves" is by those of the
	// game, "fen" by their text, and "" leaves it to the match.
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
// as in "alphabeta:level=8,threads=1" and "uci,Hash=64:fairy-stockfish". Blanks
// separate the words of the command. The settings name, power, tc, movetime,
// nodes and depth, and for a program of the engine protocol position, are for the
// referee, all others for the player. Whether there are
// such an engine and settings shows when the match begins.
func ParseSpec(text string) (Spec, error) {
	s := Spec{Text: text}
	head, tail, colon := strings.Cut(text, ":")
	kind, settings, comma := strings.Cut(head, ",")
	s.Kind = strings.TrimSpace(kind)
	if slices.Contains(programKinds, s.Kind) {
		s.Command = strings.Fields(tail)
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
		for setting := range strings.SplitSeq(settings, ",") {
			err := s.set(setting)
			if err != nil && s.Command == nil && !known(s.Kind) {
				err = fmt.Errorf("unknown engine %q: want ENGINE:NAME=VALUE,… or ugi:COMMAND, uci:COMMAND or text:COMMAND", s.Kind)
			}
			if err != nil {
				return Spec{}, fmt.Errorf("player %q: %w", text, err)
			}
		}
	}
	if s.Name == "" {
		s.Name = text
	}
	if s.Kind == kindText && len(s.Settings) > 0 {
		return Spec{}, fmt.Errorf("player %q: setting %q: a text program has none", text, s.Settings[0].Name)
	}
	return s, nil
}

// known reports whether a game has an engine with a name.
func known(engine string) bool {
	_, err := catalog.WithEngine(engine)
	return err == nil
}

// ReadPlayers returns the lines that name players, for [ParseSpec]. Empty lines
// and those that begin with # do not count.
func ReadPlayers(in io.Reader) ([]string, error) {
	var players []string
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if line := strings.TrimSpace(lines.Text()); line != "" && line[0] != '#' {
			players = append(players, line)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(players) < 2 {
		return nil, fmt.Errorf("players %q: want two or more, one a line", players)
	}
	return players, nil
}

// set reads NAME=VALUE.
func (s *Spec) set(setting string) error {
	name, value, ok := strings.Cut(setting, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch {
	case !ok || name == "" || value == "":
		return fmt.Errorf("setting %q: want NAME=VALUE", setting)
	case name == "name":
		s.Name = value
	case name == "power":
		s.Power = value
	case name == "position" && s.Command != nil && s.Kind != kindText:
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
