package engine

import (
	"fmt"
	"strconv"
)

// Config is how a user has set up an engine. A zero field means the engine's default.
type Config struct {
	HashMiB int // size of the transposition table
	Threads int // to search with
	Level   int // of strength, from 1 (weakest); the highest plays as well as it can
}

// Parameter is a setting of a [Config]: a whole number from 1 to Max. The
// command line, match players and the engine protocol all read the list of
// parameters that the catalog offers.
type Parameter struct {
	Name    string // one lower-case word
	Default int    // where the user sets none
	Max     int

	field func(*Config) *int
}

// Hash returns the parameter "hash", the size of the transposition table in MiB.
func Hash(defaultValue, maximum int) Parameter {
	return Parameter{"hash", defaultValue, maximum, func(c *Config) *int { return &c.HashMiB }}
}

// Threads returns the parameter "threads", the number of search threads.
func Threads(defaultValue, maximum int) Parameter {
	return Parameter{"threads", defaultValue, maximum, func(c *Config) *int { return &c.Threads }}
}

// Level returns the parameter "level", the strength of play from 1 (weakest) to
// maximum (full strength).
func Level(defaultValue, maximum int) Parameter {
	return Parameter{"level", defaultValue, maximum, func(c *Config) *int { return &c.Level }}
}

// Set parses value and sets the parameter. An error states the accepted range.
func (p Parameter) Set(c *Config, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > p.Max {
		return fmt.Errorf("want a whole number from 1 to %d", p.Max)
	}
	*p.field(c) = n
	return nil
}

// Defaults returns a config with each parameter at its default.
func Defaults(all []Parameter) Config {
	var c Config
	for _, p := range all {
		*p.field(&c) = p.Default
	}
	return c
}
