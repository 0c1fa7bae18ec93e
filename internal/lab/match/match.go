package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/rating"
)

// Match says which players meet, how often and under which limits. Its fields do not
// change while it is played.
type Match struct {
	Entry   catalog.Entry // the game, and the engines that can be players
	Variant string        // "" is the game's default
	Players []Spec        // two or more
	// Gauntlet pairs the first player with all others; otherwise everyone plays
	// everyone.
	Gauntlet bool
	// Games is the number of games of each pairing, even; 0 is no limit.
	Games int
	// SPRT, if not nil, ends a match of two. It tests the first player.
	SPRT *rating.SPRT
	Book Book
	// Seed varies the play of players that take a seed. Each game's own seed is made of
	// this one and its number.
	Seed uint64
	// Control is the limits of all players. A player's own limits replace it, each one
	// separately; a player without any has DefaultMoveTime. A text program knows no
	// limits, so only its own apply.
	Control Control
	// Margin and Patience are as in Game.
	Margin, Patience time.Duration
	// Confinement says within which limits programs run, "" for none, so that a log does
	// not mix games under different ones.
	Confinement string
	// Concurrency is the number of concurrent games, at least 1.
	Concurrency int
	// Started says that all programs are known to start: one that does not start then
	// loses its game, even the first.
	Started bool
	// Event names the event in the games' records, unless it is "". It is not among a log's terms.
	Event string
	// Elsewhere, if not nil, plays the game with a number on another machine, by its
	// [Order].
	Elsewhere func(ctx context.Context, number int) (Result, error)

	byGiver bool // the Book has openings by the seat of the second player
}

// Check refuses a match that can't be played, as far as is known before its programs
// start.
func (m *Match) Check() error {
	switch {
	case len(m.Players) < 2:
		return fmt.Errorf("%d players: want two or more", len(m.Players))
	case m.Games < 0 || m.Games%2 != 0:
		return fmt.Errorf("%d games: want an even number, for each opening is played with both colors", m.Games)
	case m.Games == 0 && m.SPRT == nil:
		return errors.New("no end: want a number of games or a sequential test")
	case m.SPRT != nil && len(m.Players) > 2:
		return fmt.Errorf("a sequential test of %d players: want two", len(m.Players))
	case m.Margin < 0 || m.Patience <= 0:
		return fmt.Errorf("margin %v, patience %v: want none below 0, and some patience", m.Margin, m.Patience)
	case m.Concurrency < 1:
		return fmt.Errorf("concurrency %d: want 1 or more", m.Concurrency)
	}
	if m.SPRT != nil {
		if err := m.SPRT.Check(); err != nil {
			return err
		}
	}
	if err := m.checkPowers(); err != nil {
		return err
	}
	for _, s := range m.Players {
		switch s.Kind {
		case kindUGI, kindUCI:
		case kindText:
			if m.variant() != m.Entry.TextVariant {
				return fmt.Errorf("player %q: a text program plays only %s, on its usual board", s.Text, strings.Join(textGames(), ", "))
			}
			if b, ok := m.Book.(OpeningList); ok {
				for i := range b.Len() {
					o, _ := b.Opening(i) // a list has one for each number
					if err := m.checkTextStart(s, o.Start); err != nil {
						return err
					}
				}
			}
		default:
			if _, err := m.openEngine(s, m.control(s)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *Match) variant() string { return cmp.Or(m.Variant, m.Entry.Game.Variants()[0]) }

func (m *Match) control(s Spec) Control { return s.Limits(m.Control) }

// names returns the players' names, made unique: of several with one name, all but the
// first have a number, as in "random (2)".
func (m *Match) names() []string {
	given, taken, number := map[string]bool{}, map[string]bool{}, map[string]int{}
	for _, s := range m.Players {
		given[s.Name] = true
	}
	names := make([]string, len(m.Players))
	for i, s := range m.Players {
		name := s.Name
		for taken[name] || name != s.Name && given[name] {
			number[s.Name]++
			name = fmt.Sprintf("%s (%d)", s.Name, number[s.Name]+1)
		}
		names[i], taken[name] = name, true
	}
	return names
}

// Play plays the games that are not in the log yet, until the match is over, ctx ends
// or something fails, and returns the standing. Unfinished games are abandoned and
// played again when the match is resumed. report, if not nil, is called on Play's
// goroutine after each game is in the log, with the standing, which it may read until
// it returns.
//
// If the match is not over when Play returns, there is an error: that of ctx, of the
// log, or of a player that could never be started.
func (m *Match) Play(ctx context.Context, log *Log, report func(Result, *Standing)) (*Standing, error) {
	standing := newStanding(m)
	if err := m.Check(); err != nil {
		return standing, err
	}
	for _, g := range log.games {
		standing.add(g)
	}

	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	type result struct {
		game Result
		err  error
	}
	results := make(chan result)
	players := &starter{m, make([]atomic.Bool, len(m.Players))}
	var machine pulse
	var games sync.WaitGroup
	defer games.Wait()
	go machine.feel(ctx)
	next, running := 1, 0
	for {
		for ; running < m.Concurrency && !standing.Over() && ctx.Err() == nil && m.has(next); next++ {
			if _, played := log.games[next]; played {
				continue
			}
			f := m.pairing(next)
			running++
			games.Go(func() {
				g, err := machine.steady(func() (Result, error) { return m.play(ctx, f, players) })
				results <- result{g, err}
			})
		}
		if running == 0 {
			break
		}
		r := <-results
		running--
		if r.err == nil {
			r.err = log.append(r.game)
		}
		if r.err != nil {
			stop(r.err) // only the first one counts
			continue
		}
		standing.add(r.game)
		if report != nil {
			report(r.game, standing)
		}
		if standing.Over() {
			stop(nil)
		}
	}
	if standing.Over() {
		return standing, nil
	}
	return standing, context.Cause(ctx)
}

// play plays a game between new players. It returns an error for a game that can't be
// played: that of ctx, or of a player that could never be started.
func (m *Match) play(ctx context.Context, f pairing, players *starter) (Result, error) {
	if m.Elsewhere != nil {
		return m.Elsewhere(ctx, f.number)
	}
	opening, err := m.Book.Opening(f.opening)
	if err != nil {
		return Result{}, err
	}
	start, err := m.start(f, opening)
	if err != nil {
		return Result{}, err
	}
	c := Game{
		Start:    start,
		Opening:  opening.Moves,
		Players:  make([]Player, len(f.sides)),
		Controls: make([]Control, len(f.sides)),
		Sides:    f.sides,
		Seed:     f.seed,
		Margin:   m.Margin,
		Patience: m.Patience,
	}
	for seat := range f.sides {
		i := f.player(seat)
		player, err := players.open(ctx, i, start, f.seed)
		if err != nil {
			return Result{}, err
		}
		defer player.Close()
		c.Players[seat], c.Controls[seat] = player, m.control(m.Players[i])
	}
	began := time.Now()
	outcome, err := c.Play(ctx)
	if err != nil {
		return Result{}, err
	}
	return result(f.number, began, m.players(f), c, outcome), nil
}

// numMeetings returns the number of pairs of players that meet.
func (m *Match) numMeetings() int {
	others := len(m.Players) - 1
	if m.Gauntlet {
		return others
	}
	return others * len(m.Players) / 2
}

// meeting returns the n-th pair of players that meet, from 0, by their indices: those of
// the first player, then those of the second with the players after it, and so on.
func (m *Match) meeting(n int) [2]int {
	first, after := 0, len(m.Players)-1
	for !m.Gauntlet && n >= after {
		n -= after
		first, after = first+1, after-1
	}
	return [2]int{first, first + 1 + n}
}

// Total returns the number of games to be played, 0 if it is without end.
func (m *Match) Total() int { return m.Games * m.numMeetings() }

func (m *Match) has(number int) bool { return m.Games == 0 || number <= m.Total() }

// pairing is a game to be played: its number decides all of it.
type pairing struct {
	number  int    // from 1
	meeting [2]int // the two players' indices
	sides   []int  // by seat, 0 for the first of them and 1 for the second
	opening int
	seed    uint64
}

func (f pairing) player(seat int) int { return f.meeting[f.sides[seat]] }

func (m *Match) players(f pairing) []string {
	all, names := m.names(), make([]string, len(f.sides))
	for seat := range f.sides {
		names[seat] = all[f.player(seat)]
	}
	return names
}

// SeedOf returns the seed of a game with a number. It has 30 bits, which all programs can
// read.
func SeedOf(seed, number uint64) uint64 { return 1 + game.Mix(seed^game.Mix(number))>>34 }

// pairing returns the game with a number. The games come in rounds, in each of
// which all who meet play one opening, first the one and then the other as
// seat 1. Where there are more seats, they share them out in as many ways as
// there are, in one round each: of three, the first player has seat 1, then 1
// and 2, then 1 and 3, and in the second game of each pair all others. The seats
// of a team, which win and lose together, are always one player's.
func (m *Match) pairing(number int) pairing {
	pair := (number - 1) / 2
	round, meeting := pair/m.numMeetings(), pair%m.numMeetings()
	teams := m.teams()
	ways := 1<<(len(teams)-1) - 1
	f := pairing{
		number:  number,
		meeting: m.meeting(meeting),
		opening: round / ways,
		seed:    SeedOf(m.Seed, uint64(number)),
	}
	first := 2*(round%ways) + 1 // the teams of the first player, a bit each
	if number%2 == 0 {
		first = ^first
	}
	seats := 0
	for _, team := range teams {
		seats += team.Len()
	}
	f.sides = make([]int, seats)
	for i, team := range teams {
		for seat := range team.All() {
			f.sides[seat] = 1 - first>>i&1
		}
	}
	if m.byGiver {
		f.opening = 2*f.opening + 1 - f.sides[0] // even where the second player has seat 1
	}
	return f
}

// teams returns the seats that win and lose together, those of seat 1 first: where
// each plays for itself, one seat each.
func (m *Match) teams() (teams []game.Seats) {
	start, err := m.Entry.Game.Start(m.Variant)
	if err != nil {
		return []game.Seats{game.Only(0), game.Only(1)}
	}
	board := start.Board()
	for seat := range start.Seats().All() {
		if team := board.Allies(seat); team.First() == seat {
			teams = append(teams, team)
		}
	}
	return teams
}

// seats returns the number of seats, 2 if the match can't be played.
func (m *Match) seats() int {
	start, err := m.Entry.Game.Start(m.Variant)
	if err != nil {
		return 2
	}
	return start.Seats().Len()
}

// checkPowers refuses powers that the game does not have, and powers of some players
// only.
func (m *Match) checkPowers() error {
	for _, s := range m.Players {
		if (s.Power == "") != (m.Players[0].Power == "") {
			return fmt.Errorf("player %q: want a power for all players or for none", s.Text)
		}
		if s.Power == "" {
			continue
		}
		powers := make([]string, m.seats())
		for seat := range powers {
			powers[seat] = s.Power
		}
		if _, err := m.withPowers(powers); err != nil {
			return fmt.Errorf("player %q: %w", s.Text, err)
		}
	}
	return nil
}

func (m *Match) withPowers(powers []string) (game.Position, error) {
	return m.Entry.Game.Start(m.variant() + ":" + strings.Join(powers, ","))
}

// start returns the position in which a game begins: that of its opening, with its
// players' powers. Powers require openings from the start of the variant.
func (m *Match) start(f pairing, o Opening) (game.Position, error) {
	if m.Players[0].Power == "" {
		return o.Start, nil
	}
	if !m.isUsual(o.Start) {
		return nil, fmt.Errorf("opening from %q: players with powers begin at the start", o.Start)
	}
	var powers []string
	for seat := range f.sides {
		powers = append(powers, m.Players[f.player(seat)].Power)
	}
	return m.withPowers(powers)
}
