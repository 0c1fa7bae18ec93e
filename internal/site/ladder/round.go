package ladder

import (
	"context"
	"errors"
	"hash/fnv"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// round starts the games that can start, and pairs the programs with a free game.
//
// The order of the reads makes it safe for several nodes to run rounds at the
// same time. The last number is read first, so that a pairing made by another
// node from here on takes the number of ours. Unfinished pairings are read before
// the games in progress, so that a game that another node starts in between is
// counted twice instead of missed.
func (l *Ladder) round(ctx context.Context, g Game) error {
	last, err := l.tables.lastNumber(ctx, g.Name)
	if err != nil {
		return err
	}
	connected, err := l.connected(ctx, g.Name)
	if err != nil || len(connected) == 0 && l.config.Exhibition == 0 {
		return err
	}
	unfinished, err := l.tables.unfinished(ctx, g.Name, l.config.Now()-pairingLifetime)
	if err != nil {
		return err
	}
	r := round{Ladder: l, game: g, programs: map[string]*Program{}, meetings: map[[2]string]int{}}
	if err := r.read(ctx, connected, unfinished); err != nil {
		return err
	}
	for _, p := range unfinished {
		if err := r.begin(ctx, p); err != nil {
			return err
		}
	}
	pairs := Pair(r.list(), func(a, b string) int { return r.meetings[ordered(a, b)] })
	return r.addPairings(ctx, last, pairs[:min(len(pairs), max(0, r.maxPairings))])
}

// addPairings stores pairings with the numbers after last, and starts their games.
// It stops when another node has taken a number.
func (r *round) addPairings(ctx context.Context, last int64, pairs [][2]string) error {
	for _, pair := range pairs {
		last++
		p := pairing{number: last, at: r.config.Now(), first: pair[0], second: pair[1], opening: r.opening(pair)}
		if last%2 == 0 { // the one that has waited longest moves first in half of the pairings
			p.first, p.second = p.second, p.first
		}
		err := r.tables.add(ctx, r.game.Name, p)
		if errors.Is(err, database.ErrExists) {
			return nil
		}
		if err == nil {
			err = r.begin(ctx, p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type round struct {
	*Ladder
	game        Game
	programs    map[string]*Program
	meetings    map[[2]string]int // how often two have been paired, by their IDs in order
	maxPairings int               // how many pairings may be made
	order       []string          // IDs of the programs
}

func (r *round) read(ctx context.Context, here []readyProgram, unfinished []pairing) error {
	for _, one := range here {
		if err := r.addProgram(ctx, Program{ID: one.player, Free: one.games}); err != nil {
			return err
		}
	}
	for _, m := range r.config.Bots {
		if m.Game != r.game.Name {
			continue
		}
		if err := r.addProgram(ctx, Program{ID: m.Player.ID, House: true, Free: houseGames}); err != nil {
			return err
		}
	}
	games, err := r.tables.running(ctx, r.game.Name)
	if err != nil {
		return err
	}
	seats := 0
	for _, one := range games {
		seats += one.games
		if p := r.programs[one.player]; p != nil {
			p.Free -= one.games
		}
	}
	r.maxPairings = len(r.programs)
	if len(here) == 0 {
		r.maxPairings = r.exhibition(seats/2, unfinished)
	}
	all, err := r.tables.meetings(ctx, r.game.Name, r.order)
	for _, m := range all {
		r.meetings[ordered(m.player, m.other)] = m.times
		r.noteOpponent(m.player, m.other, m.last)
	}
	return err
}

// exhibition returns how many pairings of house bots may be made while no program
// is connected. A pairing is two games.
func (r *round) exhibition(games int, unfinished []pairing) int {
	for _, p := range unfinished {
		if r.programs[p.first] != nil && r.programs[p.second] != nil {
			games += 2 - p.begun
		}
	}
	if games == 0 {
		return max(1, r.config.Exhibition/2)
	}
	return (r.config.Exhibition - games) / 2
}

func (r *round) addProgram(ctx context.Context, p Program) error {
	account, err := r.config.Store.Account(ctx, p.ID)
	if err != nil || account.Closed > 0 || account.Banned > 0 {
		return err
	}
	rating, err := r.rating(ctx, r.game, p.ID)
	p.Rating = rating.Rating.Rating
	r.programs[p.ID] = &p
	r.order = append(r.order, p.ID)
	return err
}

func (r *round) noteOpponent(id, other string, number int64) {
	if p := r.programs[id]; p != nil && number > p.Paired {
		p.Last, p.Paired = other, number
	}
}

func (r *round) list() (all []Program) {
	for _, id := range r.order {
		all = append(all, *r.programs[id])
	}
	return all
}

func ordered(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// opening returns the number of the opening for two programs. They play all
// openings before one repeats, in an order that differs from pair to pair.
func (r *round) opening(pair [2]string) int {
	pair = ordered(pair[0], pair[1])
	h := fnv.New32a()
	h.Write([]byte(pair[0] + " " + pair[1]))
	return int((uint64(h.Sum32()) + uint64(r.meetings[pair])) % uint64(len(r.game.Openings)))
}

func (r *round) begin(ctx context.Context, p pairing) error {
	first, second := r.programs[p.first], r.programs[p.second]
	for p.begun < 2 && first != nil && second != nil && first.Free > 0 && second.Free > 0 {
		players := []play.Player{{ID: p.first, Kind: play.Bot}, {ID: p.second, Kind: play.Bot}}
		if p.begun == 1 {
			players[0], players[1] = players[1], players[0]
		}
		p.begun++
		contest := TournamentOf(r.game.Name)
		err := r.config.Begin(ctx, play.TournamentGameID(contest, int(p.number), p.begun), play.Setup{
			Tournament: contest, Game: r.game.Name, Variant: r.game.Variant, Position: r.game.Openings[p.opening%len(r.game.Openings)],
			Control: r.game.Control, Rated: true, Players: players,
		})
		if err != nil && r.config.Absent(err) {
			p.begun, err = 2, nil // one may not play any more: skip the pairing
		}
		if err == nil {
			err = r.tables.advance(ctx, r.game.Name, p.number, p.begun)
		}
		if err != nil {
			return err
		}
		first.Free--
		second.Free--
	}
	return nil
}
