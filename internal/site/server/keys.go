package server

import (
	"bytes"
	"encoding/json"
)

// repeatedKey returns a key that stands twice in the same object of a JSON text,
// of which encoding/json would take the last and say nothing. It returns "" for
// a text without one, or that is no JSON.
func repeatedKey(text []byte) string {
	// Open objects have a set of keys, open lists have nil.
	var open []map[string]bool
	key := false // whether the next token is a key
	decoder := json.NewDecoder(bytes.NewReader(text))
	for {
		token, err := decoder.Token()
		if err != nil {
			return ""
		}
		switch token {
		case json.Delim('{'):
			open, key = append(open, map[string]bool{}), true
			continue
		case json.Delim('['):
			open, key = append(open, nil), false
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		default:
			if name, ok := token.(string); ok && key {
				keys := open[len(open)-1]
				if keys[name] {
					return name
				}
				keys[name], key = true, false
				continue
			}
		}
		key = len(open) > 0 && open[len(open)-1] != nil
	}
}
