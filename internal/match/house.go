package match

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"thera/engine"
	"thera/engine/ugi"
)

// House is the engines of this program that play the game of a match.
type House struct {
	// Engines makes a new one, by name.
	Engines map[string]func(engine.Config) engine.Engine
	// Default holds what the settings hash (MiB), threads and level are if a
	// player does not say, and Max the most they can be; 1 is the least. What
	// has a most of 0 can't be set.
	Default, Max engine.Config
}

// open returns a new engine.
func (h House) open(s Spec) (engine.Engine, error) {
	create, ok := h.Engines[s.Kind]
	if !ok {
		names := append(slices.Sorted(maps.Keys(h.Engines)), "ugi:COMMAND", "uci:COMMAND", "text:COMMAND")
		return nil, fmt.Errorf("player %q: unknown engine %q: want one of %s", s.Text, s.Kind, strings.Join(names, ", "))
	}
	config := h.Default
	for _, setting := range s.Settings {
		if err := h.set(&config, setting); err != nil {
			return nil, fmt.Errorf("player %q: %w", s.Text, err)
		}
	}
	return create(config), nil
}

// set changes what a setting names.
func (h House) set(config *engine.Config, s ugi.Setting) error {
	var names []string
	for _, known := range []struct {
		name  string
		value *int
		most  int
	}{
		{"hash", &config.HashMiB, h.Max.HashMiB},
		{"threads", &config.Threads, h.Max.Threads},
		{"level", &config.Level, h.Max.Level},
	} {
		if known.most == 0 {
			continue
		}
		if strings.EqualFold(s.Name, known.name) {
			n, err := strconv.Atoi(s.Value)
			if err != nil || n < 1 || n > known.most {
				return fmt.Errorf("%s %q: want a whole number from 1 to %d", known.name, s.Value, known.most)
			}
			*known.value = n
			return nil
		}
		names = append(names, known.name)
	}
	names = slices.Concat(names, controlKeys, []string{"name"})
	return fmt.Errorf("setting %q: want one of %s", s.Name, strings.Join(names, ", "))
}
