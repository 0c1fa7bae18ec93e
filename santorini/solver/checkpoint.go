package solver

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"thera/game"
)

// checkpoint is what is known of a position that could not be solved yet.
type checkpoint struct {
	Position string  `json:"position"`
	Plies    int     `json:"plies"` // neither won nor lost within so many
	Nodes    uint64  `json:"nodes"`
	Seconds  float64 `json:"seconds"`
}

func (c checkpoint) time() time.Duration {
	return time.Duration(c.Seconds * float64(time.Second))
}

// readCheckpoint reads the file of that name, if there is a name and a file.
func readCheckpoint(path string, pos game.Position) (checkpoint, error) {
	c := checkpoint{Position: pos.String()}
	if path == "" {
		return c, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	var found checkpoint
	if err := json.Unmarshal(text, &found); err != nil {
		return c, fmt.Errorf("checkpoint %q: %w", path, err)
	}
	if found.Position != c.Position {
		return c, fmt.Errorf("checkpoint %q: of position %q, want %q", path, found.Position, c.Position)
	}
	return found, nil
}

// write writes the file of that name, if there is a name, so that it is never
// found half written.
func (c checkpoint) write(path string) error {
	if path == "" {
		return nil
	}
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", append(text, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
