package play

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// commands are the commands that can be sent to another node, by name.
var commands = map[string]reflect.Type{
	"turn":      reflect.TypeFor[Turn](),
	"plan":      reflect.TypeFor[Plan](),
	"resign":    reflect.TypeFor[Resign](),
	"abort":     reflect.TypeFor[Abort](),
	"more-time": reflect.TypeFor[MoreTime](),
	"offer":     reflect.TypeFor[Offer](),
	"accept":    reflect.TypeFor[Accept](),
	"decline":   reflect.TypeFor[Decline](),
	"claim":     reflect.TypeFor[Claim](),
}

type envelope struct {
	Do      string          `json:"do"`
	Command json.RawMessage `json:"command"`
}

// EncodeCommand returns a player's command as JSON for another node.
func EncodeCommand(c Command) ([]byte, error) {
	for name, kind := range commands {
		if reflect.TypeOf(c) == kind {
			text, err := json.Marshal(c)
			if err != nil {
				return nil, err
			}
			return json.Marshal(envelope{name, text})
		}
	}
	return nil, fmt.Errorf("command %T: want one that players send", c)
}

// DecodeCommand parses what [EncodeCommand] returned.
func DecodeCommand(text []byte) (Command, error) {
	var w envelope
	if err := json.Unmarshal(text, &w); err != nil {
		return nil, fmt.Errorf("command %q: %w", text, err)
	}
	kind, ok := commands[w.Do]
	if !ok {
		return nil, fmt.Errorf("command %q: want one that players send", w.Do)
	}
	c := reflect.New(kind)
	if err := json.Unmarshal(w.Command, c.Interface()); err != nil {
		return nil, fmt.Errorf("command %q: %w", w.Do, err)
	}
	return c.Elem().Interface().(Command), nil
}
