package engine

import (
	"fmt"
	"strconv"
)

// Config is how a user has set up an engine. A zero field is not set, and the
// engine's own default holds.
type Config struct {
	HashMiB int // size of the transposition table
	Threads int // to search with
	Level   int // of strength, from 1, the weakest, up; the highest plays as well as it can
}

// Parameter is a number of a [Config] that a user can set: a whole number from
// 1 to Most. Whoever offers engines lists what can be set in them, and command
// line, players of a match and engine protocol all read that list.
type Parameter struct {
	Name    string // one word in small letters
	Default int    // if the user does not say
	Max     int

	field func(*Config) *int
}

// Hash returns the parameter "hash", the size of the transposition table in
// MiB.
func Hash(defaultValue, maximum int) Parameter {
	return Parameter{"hash", defaultValue, maximum, func(c *Config) *int { return &c.HashMiB }}
}

// Threads returns the parameter "threads", the number of threads to search with.
func Threads(defaultValue, maximum int) Parameter {
	return Parameter{"threads", defaultValue, maximum, func(c *Config) *int { return &c.Threads }}
}

// Level returns the parameter "level", the strength of play from 1, the weakest,
// to most, as strong as can be.
func Level(defaultValue, maximum int) Parameter {
	return Parameter{"level", defaultValue, maximum, func(c *Config) *int { return &c.Level }}
}

// Set sets the parameter from text. An error says what was wanted.
func (p Parameter) Set(c *Config, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > p.Max {
		return fmt.Errorf("want a whole number from 1 to %d", p.Max)
	}
	*p.field(c) = n
	return nil
}

// Defaults returns the config in which each of the parameters has its default.
func Defaults(all []Parameter) Config {
	var c Config
	for _, p := range all {
		*p.field(&c) = p.Default
	}
	return c
}
