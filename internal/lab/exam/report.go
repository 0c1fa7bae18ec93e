package exam

import (
	"math"
	"math/rand/v2"
	"slices"

	"thera/internal/lab/match"
)

// Row sums up the marks of one game and phase.
type Row struct {
	Game  string `json:"game"`
	Phase Phase  `json:"phase"` // "all" for the whole game
	// Items is the number of items.
	Items int `json:"items"`
	// Kept is the share of proven wins that were kept, and Regret the mean of the deep
	// items; nil if there are none.
	Kept   *Estimate `json:"kept,omitempty"`
	Regret *Estimate `json:"regret,omitempty"`
	// Illegal and Unparsed count answers, Retries those after the first, and Unanswered
	// the items without a legal answer.
	Illegal    int `json:"illegal"`
	Unparsed   int `json:"unparsed"`
	Retries    int `json:"retries"`
	Unanswered int `json:"unanswered"`
	// Faults counts the items that a player has not answered, by reason.
	Faults map[match.Reason]int `json:"faults,omitempty"`
}

// allPhases stands for all phases of a game in a Row.
const allPhases Phase = "all"

// Estimate is a mean from 0 to 1 with its 95% interval.
type Estimate struct {
	Items int     `json:"items"`
	Mean  float64 `json:"mean"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Report sums up marks: for each game, in the order of the marks, a row for each phase
// that has items, and one for all.
func Report(marks []Mark) (rows []Row) {
	var games []string
	for _, m := range marks {
		if !slices.Contains(games, m.Item.Game) {
			games = append(games, m.Item.Game)
		}
	}
	for _, game := range games {
		for _, phase := range append(Phases(), allPhases) {
			var some []Mark
			for _, m := range marks {
				if m.Item.Game == game && (phase == allPhases || m.Item.Phase == phase) {
					some = append(some, m)
				}
			}
			if len(some) > 0 {
				rows = append(rows, sum(game, phase, some))
			}
		}
	}
	return rows
}

func sum(game string, phase Phase, marks []Mark) Row {
	row := Row{Game: game, Phase: phase, Items: len(marks), Faults: map[match.Reason]int{}}
	kept, proven := 0, 0
	var regrets []float64
	for _, m := range marks {
		row.Illegal += m.Illegal
		row.Unparsed += m.Unparsed
		row.Retries += m.Retries()
		if m.Move == "" {
			row.Unanswered++
		}
		if m.Fault.Reason != "" {
			row.Faults[m.Fault.Reason]++
		}
		switch {
		case m.Item.Kind == Deep:
			regrets = append(regrets, m.Regret)
		case m.Kept:
			kept++
			fallthrough
		default:
			proven++
		}
	}
	if proven > 0 {
		row.Kept = wilson(kept, proven)
	}
	if len(regrets) > 0 {
		row.Regret = bootstrap(regrets)
	}
	return row
}

// wilson returns a share with its interval by Wilson's score (1927).
func wilson(successes, trials int) *Estimate {
	const z = 1.96
	n := float64(trials)
	p := float64(successes) / n
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	low, high := max(0, middle-half), min(1, middle+half)
	return &Estimate{trials, p, min(low, p), max(high, p)} // equal at the ends, but for rounding
}

// resamples is how many samples the bootstrap draws.
const resamples = 2000

// bootstrap returns a mean with its interval by the percentiles of the means of samples
// drawn with replacement (Efron 1979): regrets are mostly 0 and sometimes large, so that
// a normal interval would not do. The same values give the same interval.
func bootstrap(values []float64) *Estimate {
	rng := rand.New(rand.NewPCG(1, uint64(len(values))))
	means := make([]float64, resamples)
	for i := range means {
		for range values {
			means[i] += values[rng.IntN(len(values))]
		}
		means[i] /= float64(len(values))
	}
	slices.Sort(means)
	total := 0.0
	for _, v := range values {
		total += v
	}
	const tail = resamples / 40 // 2.5% on each side
	return &Estimate{len(values), total / float64(len(values)), means[tail], means[resamples-1-tail]}
}
