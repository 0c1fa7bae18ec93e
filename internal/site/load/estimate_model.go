package load

// Model says how people behave. Times are in seconds, shares are fractions of 1.
type Model struct {
	// Visitors is about how many come on the simulated day; more make a smoother day.
	Visitors float64
	// Hours weights the hours of the day by how many people come.
	Hours [24]float64
	// Clocks and Lengths are drawn for each game, by their shares.
	Clocks  []Clock
	Lengths []Length
	// Pace is the fraction of a clock's time for a turn that is used on
	// average, and Spread the standard deviation of its logarithm.
	Pace, Spread float64
	// Leave is the probability of leaving after a game; otherwise the player pauses.
	Leave, Pause float64
	// Patience is how long a player waits for a person before a house bot
	// comes, and Bot what the bot takes for a turn.
	Patience, Bot float64
	// Watch is the share of visitors who only watch, one game at a time, for
	// Watching on average.
	Watch, Watching float64
	// Letters is how many turns of correspondence a visitor sends on average.
	Letters float64
}

// Clock is a clock that people choose.
type Clock struct {
	Share              float64
	Initial, Increment float64
}

// Length is how many turns both sides play in a game that no clock ends.
type Length struct {
	Share, Mean, Spread float64
}

// People returns the model of docs/contributing/scale.md. Lengths were counted in
// games of level 3 against itself; the hours are those of a service most of whose
// players live in three or four neighboring time zones; everything else is assumed.
func People() Model {
	return Model{
		Visitors: 60_000,
		Hours: [24]float64{
			.45, .3, .22, .18, .18, .22, .35, .5, .65, .75, .85, .95,
			1.05, 1.05, 1.05, 1.1, 1.2, 1.35, 1.5, 1.65, 1.75, 1.6, 1.2, .75,
		},
		Clocks: []Clock{
			{Share: .35, Initial: 180, Increment: 2},
			{Share: .40, Initial: 300, Increment: 3},
			{Share: .20, Initial: 600, Increment: 5},
			{Share: .05, Initial: 1800, Increment: 20},
		},
		Lengths: []Length{
			{Share: .40, Mean: 76, Spread: 6}, // Amazons
			{Share: .35, Mean: 37, Spread: 8}, // Santorini
			{Share: .25, Mean: 20, Spread: 2}, // Hermit
		},
		Pace: .6, Spread: .8,
		Leave: .25, Pause: 40,
		Patience: 7, Bot: 1,
		Watch: .1, Watching: 600,
		Letters: .5,
	}
}

// think returns the average time for a turn with a clock: Pace times the
// clock's time for one of forty turns.
func (m Model) think(c Clock) float64 { return m.Pace * (c.Initial/40 + c.Increment) }
