package ladder

import (
	"context"
	"errors"
	"hash/fnv"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// round begins the games that can begin, and pairs those who have a game free.
func (l *Ladder) round(ctx context.Context, g Game) error {
	// Before all else: if another node pairs from here on, it takes the number.
	last, err := l.tables.lastNumber(ctx, g.Name)
	if err != nil {
		return err
	}
	here, err := l.connected(ctx, g.Name)
	if err != nil || len(here) == 0 && l.config.Exhibition == 0 {
		return err
	}
	// Before the games that go on: one that another node begins meanwhile is
	// counted twice, not missed.
	unfinished, err := l.tables.unfinished(ctx, g.Name)
	if err != nil {
		return err
	}
	r := round{Ladder: l, game: g, programs: map[string]*Program{}, meetings: map[[2]string]int{}}
	if err := r.read(ctx, here, unfinished); err != nil {
		return err
	}
	for _, p := range unfinished {
		if err := r.begin(ctx, p); err != nil {
			return err
		}
	}
	for i, pair := range Pair(r.list(), r.timesMet) {
		if i >= r.maxPairings {
			break
		}
		last++
		p := pairing{number: last, at: l.config.Now(), first: pair[0], second: pair[1], opening: r.opening(pair)}
		if last%2 == 0 { // who has waited longest begins as often as not
			p.first, p.second = p.second, p.first
		}
		err := l.tables.add(ctx, g.Name, p)
		if errors.Is(err, database.ErrExists) {
			return nil // another node pairs
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

// round is what is known while programs are paired.
type round struct {
	*Ladder
	game        Game
	programs    map[string]*Program
	meetings    map[[2]string]int // how often two have been paired, by their ids in order
	maxPairings int               // pairings that can be made
	order       []string          // of the programs
}

// read finds out who can be paired.
func (r *round) read(ctx context.Context, here []readyProgram, unfinished []pairing) error {
	for _, one := range here {
		if err := r.addProgram(ctx, Program{ID: one.player, Free: one.games}); err != nil {
			return err
		}
	}
	for _, m := range r.config.House {
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
	if len(here) == 0 { // an exhibition of house bots, of two games for each pairing
		going := seats / 2
		for _, p := range unfinished {
			if r.programs[p.first] != nil && r.programs[p.second] != nil {
				going += 2 - p.begun
			}
		}
		r.maxPairings = (r.config.Exhibition - going) / 2
		if going == 0 {
			r.maxPairings = max(1, r.maxPairings)
		}
	}
	all, err := r.tables.meetings(ctx, r.game.Name)
	for _, m := range all {
		r.meetings[ordered(m.first, m.second)] += m.times
		r.noteOpponent(m.first, m.second, m.last)
		r.noteOpponent(m.second, m.first, m.last)
	}
	return err
}

// addProgram adds a program, unless it may not play any more.
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

// noteOpponent keeps whom a program has met last.
func (r *round) noteOpponent(id, other string, number int64) {
	if p := r.programs[id]; p != nil && number > p.Paired {
		p.Last, p.Paired = other, number
	}
}

// list returns the programs as they are now.
func (r *round) list() (all []Program) {
	for _, id := range r.order {
		all = append(all, *r.programs[id])
	}
	return all
}

func (r *round) timesMet(a, b string) int { return r.meetings[ordered(a, b)] }

func ordered(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// opening returns the number of the opening for two: all others come before it
// comes again, and other programs have them in another order.
func (r *round) opening(pair [2]string) int {
	pair = ordered(pair[0], pair[1])
	h := fnv.New32a()
	h.Write([]byte(pair[0] + " " + pair[1]))
	return (int(h.Sum32()) + r.meetings[pair]) % len(r.game.Openings)
}

// begin begins the games of a pairing for which both players are free.
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
			p.begun, err = 2, nil // one may not play any more: there is nothing to be played
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
