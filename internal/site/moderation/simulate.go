package moderation

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/rating"
)

// Simulation is a measurement of the detection with players whose cheating is known.
// People are simulated by levels of the engine, which play now and then like the next
// lower or higher one and take times that vary as people's do. Cheats are such people who
// ask a stronger engine for a part of their turns. All of them are paired and rated like
// players of a server, so the ratings of cheats follow their results.
//
// Results depend on these fields alone, so they are the same on every machine.
type Simulation struct {
	Entry   catalog.Entry
	Variant string // "" for the game's default
	Seed    uint64
	Levels  []int
	Honest  int // of each level
	Cheats  int // of each kind and level
	Rounds  int // games of each player
	Games   int // the last of them, which are examined
	Help    uint64
	Nodes   uint64 // for each position examined
	// Report, if not nil, is called after each round.
	Report func(done, of int)
}

// DefaultSimulation returns a simulation of a game that takes some minutes on one
// processor on a small board.
func DefaultSimulation(entry catalog.Entry) Simulation {
	return Simulation{Entry: entry, Seed: 1, Levels: []int{1, 3, 5}, Honest: 24, Cheats: 2, Rounds: 12, Games: 8, Help: 10_000, Nodes: 2500}
}

// Rate is how many of some players a suspicion flags.
type Rate struct {
	Suspicion Kind   `json:"suspicion"`
	Players   string `json:"players" doc:"What kind of players they are"`
	From      int    `json:"from,omitempty" doc:"The lowest rating of their band"`
	To        int    `json:"to,omitempty"`
	Games     int    `json:"games" doc:"That were examined"`
	Of        int    `json:"of" doc:"How many players there are"`
	Flagged   int    `json:"flagged" doc:"How many of them have a score of at least 3"`
	First     int    `json:"first" doc:"How many of them are among the first, as many as there are cheats"`
}

// imitated is a simulated player.
type imitated struct {
	id     string
	kind   string
	cheats bool
	level  int
	share  float64 // of turns for which it asks for help
	hides  bool    // takes a person's time for them
	rating rating.Rating
	games  []Played
}

// cheatKinds are the simulated cheats.
var cheatKinds = []imitated{
	{kind: "ask for 1 turn in 4", share: .25},
	{kind: "ask for 1 turn in 2", share: .5},
	{kind: "ask for 1 turn in 2 at a person’s pace", share: .5, hides: true},
	{kind: "ask for every turn", share: 1},
}

const honestKind = "honest"

// kindNames are the kinds of players in the order of results.
var kindNames = func() []string {
	names := []string{honestKind}
	for _, kind := range cheatKinds {
		names = append(names, kind.kind)
	}
	return names
}()

// Simulate plays the games of a simulation and returns how many players of each kind the
// search for engine help flags: honest ones by rating, then each kind of cheats.
func Simulate(ctx context.Context, s Simulation) ([]Rate, error) {
	rng := rand.New(rand.NewPCG(s.Seed, 0))
	all := s.players(rng)
	for round := range s.Rounds {
		if err := s.playRound(ctx, rng, all, round); err != nil {
			return nil, err
		}
		if s.Report != nil {
			s.Report(round+1, s.Rounds+1)
		}
	}
	var known []habits
	for _, p := range all {
		var games []examined
		for _, g := range p.games[max(0, len(p.games)-s.Games):] {
			seat := slices.Index(g.Players[:], p.id)
			looks, err := examine(ctx, s.Entry, g, seat, s.Nodes)
			if err != nil {
				return nil, err
			}
			games = append(games, examined{g.ID, g.Ratings[seat], looks})
		}
		known = append(known, habitsOf(p.id, games))
	}
	if s.Report != nil {
		s.Report(s.Rounds+1, s.Rounds+1)
	}
	return rates(EngineHelp, all, engineSuspects(known), s.Games), nil
}

// players returns the players, whose ratings begin near their own strength.
func (s Simulation) players(rng *rand.Rand) []*imitated {
	const deviation = 80
	var all []*imitated
	add := func(p imitated, level int) {
		strength := 1500 + float64(s.Entry.Strengths[level-1]-s.Entry.Strengths[2])
		p.id, p.level = fmt.Sprint("player", len(all)), level
		p.rating = rating.Rating{Rating: strength + deviation*rng.NormFloat64(), Deviation: deviation, Volatility: .06}
		all = append(all, &p)
	}
	for _, level := range s.Levels {
		for range s.Honest {
			add(imitated{kind: honestKind}, level)
		}
		for _, kind := range cheatKinds {
			kind.cheats = true
			for range s.Cheats {
				add(kind, level)
			}
		}
	}
	return all[:len(all)&^1] // an even number, so that nobody is left over
}

// playRound pairs players of about the same rating and has them play.
func (s Simulation) playRound(ctx context.Context, rng *rand.Rand, all []*imitated, round int) error {
	const choice = 60 // rating points by which pairings vary
	order, key := slices.Clone(all), map[*imitated]float64{}
	for _, p := range all {
		key[p] = p.rating.Rating + choice*rng.NormFloat64()
	}
	slices.SortStableFunc(order, func(a, b *imitated) int { return cmp.Compare(key[a], key[b]) })
	for i := 0; i < len(order); i += 2 {
		one, other := order[i], order[i+1]
		if rng.IntN(2) == 0 {
			one, other = other, one
		}
		g, err := s.play(ctx, rng, [2]*imitated{one, other})
		if err != nil {
			return err
		}
		g.ID = fmt.Sprintf("round %d, game %d", round+1, i/2+1)
		before := [2]rating.Rating{one.rating, other.rating}
		for k, p := range []*imitated{one, other} {
			score := 0.0
			if g.Winner == k {
				score = 1
			}
			p.rating = before[k].After(0, rating.Result{Opponent: before[1-k], Score: score})
			p.games = append(p.games, g)
		}
	}
	return nil
}

func (s Simulation) play(ctx context.Context, rng *rand.Rand, players [2]*imitated) (Played, error) {
	pos, err := s.Entry.Game.Start(s.Variant)
	if err != nil {
		return Played{}, err
	}
	g := Played{Game: s.Entry.Game.Name(), Start: pos.String()}
	for i, p := range players {
		g.Players[i], g.Ratings[i] = p.id, p.rating.Rating
	}
	for pos.Winners() == 0 {
		turn, err := players[pos.Turn()].turn(ctx, s, rng, pos)
		if err != nil {
			return g, err
		}
		g.Turns = append(g.Turns, turn)
		if pos, err = pos.Play(turn.Move); err != nil {
			return g, err
		}
	}
	if !pos.Winners().Has(0) {
		g.Winner = 1
	}
	return g, nil
}

// turn returns a player's turn in a position. A person plays now and then as well as the
// next level, or as badly as the one before.
func (p *imitated) turn(ctx context.Context, s Simulation, rng *rand.Rand, pos game.Position) (PlayedTurn, error) {
	isHelped := rng.Float64() < p.share
	level := p.level
	switch rng.IntN(6) {
	case 0:
		level = max(1, level-1)
	case 1:
		level = min(catalog.MaxLevel-1, level+1)
	}
	limits := engine.Limits{}
	if isHelped {
		level, limits.Nodes = catalog.MaxLevel, s.Help
	}
	info, err := s.Entry.NewEngine(engine.Config{TableMiB: 1, Threads: 1, Level: level}).Search(ctx, engine.Request{Position: pos, Limits: limits, Seed: rng.Uint64() | 1})
	if err != nil {
		return PlayedTurn{}, err
	}
	// The logarithm of a time is about normal.
	seconds := math.Exp(math.Log(8) + .8*rng.NormFloat64())
	if isHelped && !p.hides {
		seconds = math.Exp(math.Log(6) + .2*rng.NormFloat64())
	}
	return PlayedTurn{info.Best(), time.Duration(seconds * float64(time.Second))}, ctx.Err()
}

// rates counts those that are flagged: honest players by rating, then the cheats by kind.
func rates(suspicion Kind, all []*imitated, found []Suspect, games int) []Rate {
	const band = 300
	cheats := 0
	for _, p := range all {
		if p.cheats {
			cheats++
		}
	}
	place, score := map[string]int{}, map[string]float64{}
	for i, one := range found {
		place[one.ID], score[one.ID] = i+1, one.Score
	}
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b *imitated) int {
		if a.cheats || b.cheats {
			return cmp.Compare(slices.Index(kindNames, a.kind), slices.Index(kindNames, b.kind))
		}
		return cmp.Compare(a.rating.Rating, b.rating.Rating)
	})
	var result []Rate
	for _, p := range sorted {
		one := Rate{Suspicion: suspicion, Players: p.kind}
		if !p.cheats {
			one.From = int(p.rating.Rating/band) * band
			one.To = one.From + band
		}
		last := len(result) - 1
		if last < 0 || result[last].Players != one.Players || result[last].From != one.From {
			result = append(result, one)
			last++
		}
		r := &result[last]
		r.Of++
		r.Games += min(games, len(p.games))
		if score[p.id] >= Flag {
			r.Flagged++
		}
		if n := place[p.id]; n > 0 && n <= cheats {
			r.First++
		}
	}
	return result
}
