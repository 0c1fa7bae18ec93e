package bot

import (
	"time"

	"thera/internal/lab/match"
	"thera/internal/site/botapi"
	"thera/internal/site/lobby"
)

// Config says who plays, what, and how much.
type Config struct {
	Client *botapi.Client
	// Player is the program. If Level is above 0, each game's own engine plays at that
	// level instead.
	Player match.Spec
	Level  int
	// Games has the names of the games that the bot plays.
	Games  []string
	Accept Accept
	// AtOnce is how many games the bot plays at a time, at least 1.
	AtOnce int
	// Offers are made while the bot has time for a game. Offers to named players are
	// made one after the other, when the bot has had no game for as long as Idle.
	Offers []Offer
	Idle   time.Duration
	// Ladder has the bot play on the ladders of its games whenever it has time.
	Ladder bool
	// Lag is the least time kept in reserve for the network in each turn; the measured
	// lag counts if it is more.
	Lag time.Duration
	// Think is the most time for a turn without a clock of minutes, if Player has no
	// limit of its own.
	Think time.Duration
	// Patience is how long a program may take for such a turn before the game is given
	// up.
	Patience time.Duration
	// Restarts is how often a program that ends is started again in one game.
	Restarts int
	// Finish has the bot finish its games with a clock of minutes before it leaves, and
	// accept no new ones. Otherwise it leaves at once, and the games wait for its next
	// start as long as their clocks allow.
	Finish bool
	// Report is called with what happens, by one goroutine at a time.
	Report func(Report)
}

// Offer is what a bot offers, to anybody or to a player.
type Offer struct {
	To    string // a player's name, "" for a seek
	Terms lobby.Terms
}

// Defaults that are good enough for most bots.
const (
	DefaultLag      = 100 * time.Millisecond
	DefaultThink    = 3 * time.Second
	DefaultPatience = time.Minute
	DefaultRestarts = 3
	DefaultIdle     = 10 * time.Second
)
