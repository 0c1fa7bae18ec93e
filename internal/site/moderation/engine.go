package moderation

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// Played is a finished game of two players, as far as detection looks at it.
type Played struct {
	ID      string
	Game    string
	Start   string // text of the position
	Players [2]string
	Ratings [2]float64 // before the game
	Turns   []PlayedTurn
	Winner  int // index of the winner
	// Resigned is whether the loser gave up before the rules decided.
	Resigned bool
}

// PlayedTurn is a turn and the time it took; 0 if that says nothing, as for a turn that
// was planned ahead.
type PlayedTurn struct {
	Move  game.Move
	Spent time.Duration
}

// phases is into how many parts of equal length a game is divided.
const phases = 3

// look is what the engine says of one turn of a player.
type look struct {
	phase     int
	contested bool    // the engine sees chances for both sides, and there is a choice
	agrees    bool    // it is the engine's turn
	regret    float64 // how much less likely to win it is than the engine's
	won, kept bool    // the position was a proven win, and still is
	spent     time.Duration
}

// examine returns what the engine says of the turns at a seat, with a number of nodes for
// each position. A new engine each time makes the answer independent of earlier ones.
func examine(ctx context.Context, entry catalog.Entry, g Played, seat int, nodes uint64) ([]look, error) {
	pos, err := entry.Game.Parse(g.Start)
	if err != nil {
		return nil, err
	}
	var looks []look
	for ply, turn := range g.Turns {
		next, err := pos.Play(turn.Move)
		if err != nil {
			return nil, fmt.Errorf("game %q, ply %d: %w", g.ID, ply+1, err)
		}
		if int(pos.Turn()) == seat {
			one, err := lookAt(ctx, entry, pos, next, turn.Move, nodes)
			if err != nil {
				return nil, err
			}
			one.phase, one.spent = ply*phases/len(g.Turns), turn.Spent
			looks = append(looks, one)
		}
		pos = next
	}
	return looks, nil
}

func lookAt(ctx context.Context, entry catalog.Entry, pos, next game.Position, played game.Move, nodes uint64) (look, error) {
	best, err := judge(ctx, entry, pos, nodes)
	if err != nil {
		return look{}, err
	}
	chance := best.Score.WinProbability()
	one := look{agrees: best.Best() == played, won: best.Score.Won()}
	const certain = 0.95
	one.contested = chance > 1-certain && chance < certain && len(pos.Moves()) > 1
	if one.agrees {
		one.kept = one.won
		return one, nil
	}
	if next.Winners() != 0 {
		one.kept = next.Winners().Has(pos.Turn())
		if !one.kept {
			one.regret = chance
		}
		return one, nil
	}
	after, err := judge(ctx, entry, next, nodes)
	if err != nil {
		return look{}, err
	}
	one.kept = after.Score.Lost()
	one.regret = max(0, chance-(1-after.Score.WinProbability()))
	return one, nil
}

func judge(ctx context.Context, entry catalog.Entry, pos game.Position, nodes uint64) (engine.Info, error) {
	info, err := entry.NewEngine(engine.Config{TableMiB: 1, Threads: 1}).Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Nodes: nodes}})
	err = cmp.Or(err, ctx.Err())
	return info, err
}

// Measure is a number about a player, and how far it is from those of players with about
// the same rating: in their standard deviations, above 0 where it is more like an engine.
type Measure struct {
	Value float64 `json:"value" doc:"The player's"`
	Peers float64 `json:"peers" doc:"The median of players with about the same rating"`
	Above float64 `json:"above" doc:"How far away, in standard deviations; positive is more like an engine"`
}

// EngineEvidence is what suggests that a player was helped by an engine.
type EngineEvidence struct {
	Turns            int             `json:"turns" doc:"Turns in positions with chances for both sides and a choice"`
	Peers            int             `json:"peers" doc:"How many players with about the same rating it is compared with"`
	Agreement        Measure         `json:"agreement" doc:"The share of these turns that are the engine's"`
	Regret           Measure         `json:"regret" doc:"How much less likely to win they are than the engine's, on average of the square roots, so that one blunder does not hide many good turns"`
	AgreementByPhase [phases]Measure `json:"agreementByPhase" doc:"At the beginning, in the middle and at the end of games; 0 where there are too few such turns"`
	RegretByPhase    [phases]Measure `json:"regretByPhase" doc:"How much less likely to win they are than the engine's, on average, by phase"`
	Conversion       Measure         `json:"conversion" doc:"The share of proven wins that the turn kept"`
	Spread           Measure         `json:"spread" doc:"The standard deviation of the logarithm of the time per turn, which is low for programs and for people who copy them"`
	AgreeingSpread   Measure         `json:"agreeingSpread" doc:"The same for turns that are the engine's"`
	Games            []string        `json:"games" doc:"The games looked at, those with the least regret first"`
}

// A column is a thing that is measured.
type column int

const (
	agreement column = iota
	regret
	conversion
	spread
	agreeingSpread
	agreementByPhase
	regretByPhase = agreementByPhase + phases
	columns       = regretByPhase + phases
)

// of returns where evidence has a column.
func (c column) of(e *EngineEvidence) *Measure {
	switch c {
	case agreement:
		return &e.Agreement
	case regret:
		return &e.Regret
	case conversion:
		return &e.Conversion
	case spread:
		return &e.Spread
	case agreeingSpread:
		return &e.AgreeingSpread
	}
	if c < regretByPhase {
		return &e.AgreementByPhase[c-agreementByPhase]
	}
	return &e.RegretByPhase[c-regretByPhase]
}

// lowIsSuspect reports whether lower values are more like an engine.
func (c column) lowIsSuspect() bool {
	return c == regret || c >= regretByPhase || c == spread || c == agreeingSpread
}

// leastDeviation returns the deviation below which differences are taken for chance.
func (c column) leastDeviation() float64 {
	switch {
	case c == spread:
		return .08
	case c == agreeingSpread:
		return .12
	case c == regret || c >= regretByPhase:
		return .01
	}
	return .05
}

// habits sums up how somebody plays.
type habits struct {
	player string
	rating float64
	turns  int              // contested
	values [columns]float64 // NaN where too little is known
	games  []string
}

const (
	leastTurns    = 24 // contested turns without which nobody is compared
	leastInPhase  = 6  // contested turns in a phase that say something
	leastWins     = 8  // positions with a proven win
	leastTimes    = 8  // turns with a time
	leastPeers    = 8
	peersWanted   = 24
	mostDeviation = 6 // keeps one column from deciding alone
)

// examined is a game of a player with what the engine says of it.
type examined struct {
	id     string
	rating float64
	looks  []look
}

func habitsOf(player string, games []examined) habits {
	h := habits{player: player}
	var agree, lost, roots, contested [phases]float64
	var won, kept float64
	var times, agreeing []float64
	for _, g := range games {
		h.rating += g.rating / float64(len(games))
		for _, l := range g.looks {
			if l.contested {
				contested[l.phase]++
				lost[l.phase] += l.regret
				roots[l.phase] += math.Sqrt(l.regret)
				agree[l.phase] += number(l.agrees)
			}
			won += number(l.won)
			kept += number(l.won && l.kept)
			if l.spent > 0 {
				times = append(times, math.Log(l.spent.Seconds()))
				if l.contested && l.agrees {
					agreeing = append(agreeing, math.Log(l.spent.Seconds()))
				}
			}
		}
	}
	sum := func(parts [phases]float64) (all float64) {
		for _, part := range parts {
			all += part
		}
		return all
	}
	h.turns = int(sum(contested))
	h.values[agreement] = ratio(sum(agree), sum(contested), leastTurns)
	// Of the square roots, so that one blunder does not hide many good turns.
	h.values[regret] = ratio(sum(roots), sum(contested), leastTurns)
	for i := range column(phases) {
		h.values[agreementByPhase+i] = ratio(agree[i], contested[i], leastInPhase)
		h.values[regretByPhase+i] = ratio(lost[i], contested[i], leastInPhase)
	}
	h.values[conversion] = ratio(kept, won, leastWins)
	h.values[spread], h.values[agreeingSpread] = deviation(times), deviation(agreeing)
	byRegret := slices.Clone(games)
	slices.SortStableFunc(byRegret, func(a, b examined) int { return cmp.Compare(a.regret(), b.regret()) })
	for _, g := range byRegret {
		h.games = append(h.games, g.id)
	}
	return h
}

func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// regret returns the average in contested positions, 1 if there are none.
func (g examined) regret() float64 {
	sum, n := 0.0, 0.0
	for _, l := range g.looks {
		if l.contested {
			sum += l.regret
			n++
		}
	}
	if n == 0 {
		return 1
	}
	return sum / n
}

func ratio(part, whole, least float64) float64 {
	if whole < least {
		return math.NaN()
	}
	return part / whole
}

// deviation returns the standard deviation, NaN for few values.
func deviation(values []float64) float64 {
	if len(values) < leastTimes {
		return math.NaN()
	}
	mean, sum := 0.0, 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / float64(len(values)-1))
}

// engineSuspects compares players with others of about the same rating. Those of which too
// few turns or peers are known are left out.
func engineSuspects(all []habits) []Suspect {
	all = slices.DeleteFunc(slices.Clone(all), func(h habits) bool { return h.turns < leastTurns })
	slices.SortFunc(all, func(a, b habits) int {
		return cmp.Or(cmp.Compare(a.rating, b.rating), cmp.Compare(a.player, b.player))
	})
	var found []Suspect
	for i, h := range all {
		peers := peersOf(all, i)
		if len(peers) < leastPeers {
			continue
		}
		e := EngineEvidence{Turns: h.turns, Peers: len(peers), Games: h.games}
		for c := range columns {
			*c.of(&e) = compare(h, peers, c)
		}
		found = append(found, Suspect{Suspicion: EngineHelp, ID: h.player, Rating: math.Round(h.rating), Score: e.score(), Evidence: Evidence{Engine: &e}})
	}
	return ranked(found)
}

// peersOf returns the players nearest in rating to one of those sorted by rating.
func peersOf(all []habits, i int) []habits {
	low, high := i, i+1
	for high-low-1 < peersWanted && (low > 0 || high < len(all)) {
		if high == len(all) || low > 0 && all[i].rating-all[low-1].rating <= all[high].rating-all[i].rating {
			low--
		} else {
			high++
		}
	}
	return slices.Concat(all[low:i], all[i+1:high])
}

// compare measures a column against the median and the median absolute deviation of
// peers, which a few cheats among them do not move.
func compare(h habits, peers []habits, c column) Measure {
	var values []float64
	for _, p := range peers {
		if v := p.values[c]; !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if len(values) < leastPeers || math.IsNaN(h.values[c]) {
		return Measure{}
	}
	m := Measure{Value: h.values[c], Peers: median(values)}
	for i, v := range values {
		values[i] = math.Abs(v - m.Peers)
	}
	const normal = 1.4826 // standard deviations in the median absolute deviation
	m.Above = (m.Value - m.Peers) / max(normal*median(values), c.leastDeviation())
	if c.lowIsSuspect() {
		m.Above = -m.Above
	}
	m.Above = min(max(m.Above, -mostDeviation), mostDeviation)
	return m.rounded()
}

func (m Measure) rounded() Measure {
	round := func(x float64) float64 { return math.Round(x*1000) / 1000 }
	return Measure{round(m.Value), round(m.Peers), round(m.Above)}
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// score sums up what stands out. Agreement and regret tell the same story, so they count
// half each. The others only add to a suspicion: many people have steady habits. The
// weights were chosen with the seeds 1 and 2 of [DefaultSimulation], so that hardly any
// honest player reaches [Flag].
func (e *EngineEvidence) score() float64 {
	score := (e.Agreement.Above + e.Regret.Above) / 2
	score += 0.4 * (max(0, e.Spread.Above) + max(0, e.AgreeingSpread.Above))
	score += 0.1 * max(0, e.Conversion.Above)
	const scale = 1.5
	return math.Round(100*scale*score) / 100
}
