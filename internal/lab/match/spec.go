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
// as in "alphabeta:level=8,threads=1" and "uci,Hash=64:fairy-stockfish". Spaces
// separate the words of the command. The settings name, power, tc, movetime, nodes and
// depth, and position for a program of the engine protocol, are for the referee; all
// others are for the player. Unknown engines and settings are refused when the match
// begins.
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

// ReadPlayers returns the lines that name players, for [ParseSpec]. It skips empty
// lines and lines that begin with #.
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
