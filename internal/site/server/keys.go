package server

import (
	"bytes"
	"encoding/json"
)

// repeatedKey returns a key that occurs twice in one object of a JSON text, where
// encoding/json would silently take the last. It returns "" if there is none, or the
// text is not JSON.
func repeatedKey(text []byte) string {
	// The keys of each open object; nil for an open list.
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
