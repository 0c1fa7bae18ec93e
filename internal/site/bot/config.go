package bot

import (
	"time"

	"thera/internal/lab/match"
	"thera/internal/site/botapi"
	"thera/internal/site/lobby"
)

// Config says who plays, what, and how much of it.
type Config struct {
	Client *botapi.Client
	// Player is the program. If Level is above 0, it is each game's own engine at
	// that level instead.
	Player match.Spec
	Level  int
	// Games are the names of the games that it plays.
	Games  []string
	Accept Accept
	// AtOnce is how many games it plays at a time, at least 1.
	AtOnce int
	// Offers are what it offers while it has time for a game. Those to players by
	// name it makes one after the other, when it has had no game for as long as Idle.
	Offers []Offer
	Idle   time.Duration
	// Ladder has it play on the ladders of its games whenever it has time.
	Ladder bool
	// Lag is what is kept back of the clock in each turn for the network, at least;
	// what has been measured counts if it is more.
	Lag time.Duration
	// Think is how long a turn takes at most where there is no clock of minutes, if
	// Player has no limit of its own.
	Think time.Duration
	// Patience is how long a program may take for such a turn before it is given up.
	Patience time.Duration
	// Restarts is how often a program that ends is started again in a game.
	Restarts int
	// Finish has it play its games with a clock of minutes to their ends when it is
	// to leave, and take no new ones. Else it leaves at once, and the games wait for
	// its next start as long as their clocks allow.
	Finish bool
	// Report is told what happens, by one goroutine at a time.
	Report func(Report)
}

// Offer is what a bot offers by itself: to whoever comes, or to a player.
type Offer struct {
	To    string // a player's name, "" for a seek
	Terms lobby.Terms
}

// The numbers of a config that are good enough for most.
const (
	DefaultLag      = 100 * time.Millisecond
	DefaultThink    = 3 * time.Second
	DefaultPatience = time.Minute
	DefaultRestarts = 3
	DefaultIdle     = 10 * time.Second
)
