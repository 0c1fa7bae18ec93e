package play

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"thera/game"
	"thera/santorini"
)

// model is a game on Fischer's clock, kept in the simplest way: all positions
// on a stack, and all times added up from the beginning whenever they are asked
// for. It knows nothing of lag and conditional turns.
type model struct {
	control   Control
	positions []game.Position
	movers    []game.Seat // who made each turn
	wentOut   []int       // at which ply somebody went out
	in        []game.Seat
	ran       []run // times that count, by seat
	added     map[game.Seat]Millis
	running   run
	first     bool
	takeback  int // seat that offers one, or -1
	agreed    map[game.Seat]bool
	declined  map[game.Seat]bool
	result    string
}

type run struct {
	seat     game.Seat
	from, to Instant
	given    Millis
}

func (m *model) pos() game.Position { return m.positions[len(m.positions)-1] }

func (m *model) ply() int { return len(m.positions) - 1 }

func (m *model) left(seat game.Seat, now Instant) Millis {
	left := m.control.Initial + m.added[seat]
	for _, r := range m.ran {
		if r.seat == seat {
			left -= Millis(r.to-r.from) - r.given
		}
	}
	if m.running.seat == seat && m.result == "" && !m.first {
		left -= Millis(now-m.running.from) - m.running.given
	}
	return left
}

// clamp sets an overdrawn clock to zero, as others see it.
func (m *model) clamp(now Instant) {
	if over := m.left(m.running.seat, now); !m.first && over < 0 {
		m.added[m.running.seat] -= over
	}
}

// stop adds the running turn to what has been used.
func (m *model) stop(now Instant) {
	if !m.first {
		m.running.to = now
		m.ran = append(m.ran, m.running)
	}
}

func (m *model) begin(now Instant) {
	m.running = run{seat: m.pos().Turn(), from: now}
	m.first = !slices.Contains(m.movers, m.running.seat)
}

func (m *model) end(result string) string {
	m.result = result
	return "ended"
}

// out takes a seat out.
func (m *model) out(seat game.Seat, now Instant, kind, why string) []string {
	turn := m.running.seat
	m.clamp(now)
	if turn == seat {
		m.stop(now)
	}
	m.in = slices.DeleteFunc(slices.Clone(m.in), func(s game.Seat) bool { return s == seat })
	m.takeback = -1
	if len(m.positions) > 1 {
		m.wentOut = append(m.wentOut, m.ply())
	}
	pos := m.pos()
	if pos.Board().Seats > 2 {
		pos, _ = game.Eliminate(pos, seat)
		m.positions[m.ply()] = pos
		m.in = slices.Collect(pos.Seats().All())
	}
	m.declined = map[game.Seat]bool{}
	if len(m.in) == 1 {
		if turn != seat {
			m.stop(now)
		}
		m.running.seat = 99
		return []string{kind, m.end(fmt.Sprint(why, " ", m.in[0].Number()))}
	}
	if turn == seat {
		m.begin(now)
	}
	return []string{kind}
}

func (m *model) flag(now Instant) []string {
	switch {
	case m.result != "":
	case m.first:
		if Millis(now-m.running.from)-m.running.given >= 30*second {
			return []string{m.end("aborted")}
		}
	case m.left(m.running.seat, now) <= -2*second: // the quota never is less with these clocks
		return m.out(m.running.seat, now, "flagged", "time")
	}
	return nil
}

func (m *model) isIn(seat game.Seat) bool { return m.result == "" && slices.Contains(m.in, seat) }

func (m *model) do(now Instant, c Command) []string {
	if c, ok := c.(Resume); ok {
		given := max(0, Millis(c.Outages[0].To-max(c.Outages[0].From, m.running.from)))
		if m.result != "" || given == 0 {
			return m.flag(now)
		}
		m.running.given += given
		m.clamp(now)
		return append([]string{"clock"}, m.flag(now)...)
	}
	kinds := m.flag(now)
	switch c := c.(type) {
	case Turn:
		if !m.isIn(c.Seat) || c.Seat != m.pos().Turn() || c.Ply != m.ply()+1 {
			return append(kinds, "!")
		}
		if !m.first && m.left(c.Seat, now) <= 0 {
			return append(append(kinds, m.out(c.Seat, now, "flagged", "time")...), "!")
		}
		next, err := m.pos().Play(game.Move(c.Text))
		if err != nil {
			return append(kinds, "!")
		}
		m.stop(now)
		if !m.first {
			m.added[c.Seat] += m.control.Increment
		}
		m.positions, m.movers = append(m.positions, next), append(m.movers, c.Seat)
		m.in = slices.Collect(next.Seats().All())
		m.takeback, m.declined = -1, map[game.Seat]bool{}
		kinds = append(kinds, "turn")
		if next.Winners() != 0 {
			m.running.seat = 99
			return append(kinds, m.end(fmt.Sprint(next.Ending(), " ", next.Winners())))
		}
		m.begin(now)
		return kinds
	case Resign:
		if !m.isIn(c.Seat) || m.ply() < m.pos().Board().Seats {
			return append(kinds, "!")
		}
		return append(kinds, m.out(c.Seat, now, "resigned", "resigned")...)
	case Abort:
		if !m.isIn(c.Seat) || m.ply() >= m.pos().Board().Seats {
			return append(kinds, "!")
		}
		return append(kinds, m.end("aborted"))
	case MoreTime:
		if !m.isIn(c.Seat) {
			return append(kinds, "!")
		}
		m.clamp(now)
		for _, seat := range m.in {
			if seat != c.Seat {
				m.added[seat] += 15 * second
			}
		}
		return append(kinds, "clock")
	case Offer:
		switch to := slices.Index(m.movers[m.since():], c.Seat); {
		case !m.isIn(c.Seat) || to < 0:
			return append(kinds, "!")
		case m.takeback == int(c.Seat):
			return kinds
		case m.takeback >= 0:
			return append(kinds, m.agree(c.Seat, now)...)
		case m.declined[c.Seat]:
			return append(kinds, "!")
		}
		m.takeback, m.agreed = int(c.Seat), map[game.Seat]bool{c.Seat: true}
		return append(kinds, "offer")
	case Accept:
		if !m.isIn(c.Seat) || m.takeback < 0 {
			return append(kinds, "!")
		}
		return append(kinds, m.agree(c.Seat, now)...)
	case Decline:
		if !m.isIn(c.Seat) || m.takeback < 0 {
			return append(kinds, "!")
		}
		m.declined[game.Seat(m.takeback)] = true
		m.takeback = -1
		return append(kinds, "declined")
	}
	return kinds
}

// since returns the first ply that may be taken back.
func (m *model) since() int { return max(0, slices.Max(append([]int{0}, m.wentOut...))) }

func (m *model) agree(seat game.Seat, now Instant) []string {
	if m.agreed[seat] {
		return nil
	}
	m.agreed[seat] = true
	if slices.ContainsFunc(m.in, func(s game.Seat) bool { return !m.agreed[s] }) {
		return []string{"accepted"}
	}
	ply := len(m.movers) - 1
	for m.movers[ply] != game.Seat(m.takeback) {
		ply--
	}
	m.clamp(now)
	m.stop(now)
	m.positions, m.movers = m.positions[:ply+1], m.movers[:ply]
	m.in = slices.Collect(m.pos().Seats().All())
	m.takeback, m.declined = -1, map[game.Seat]bool{}
	m.begin(now)
	return []string{"accepted", "takeback"}
}

// TestModel plays random scripts, some senseless commands among them, and
// compares with the model after each.
func TestModel(t *testing.T) {
	for seed := range 200 {
		rng := rand.New(rand.NewPCG(uint64(seed), 3))
		seats := 2 + rng.IntN(3)
		x := begin(t, fmt.Sprint(seats, "p"), []string{"1+2", "2+1", "3+1"}[rng.IntN(3)], false)
		m := &model{
			control: x.state.setup.Control, positions: []game.Position{x.state.pos},
			added: map[game.Seat]Millis{}, declined: map[game.Seat]bool{}, takeback: -1,
		}
		m.in = slices.Collect(x.state.pos.Seats().All())
		m.begin(0)
		for step := range 150 {
			c, after := script(rng, x)
			now := x.now + Instant(after)
			want := m.do(now, c)
			got := x.do(after, c)
			for i, kind := range got {
				if kind[0] == '!' {
					got[i] = "!"
				}
			}
			where := fmt.Sprintf("seed %d, step %d at %d: %T %+v", seed, step, now, c, c)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %q, the model says %q", where, got, want)
			}
			if x.state.pos.String() != m.pos().String() {
				t.Fatalf("%s: %s, the model has %s", where, x.state.pos, m.pos())
			}
			if result := x.result(); result != m.result {
				t.Fatalf("%s: %q, the model says %q", where, result, m.result)
			}
			if x.state.Over() {
				break
			}
			var clocks []Millis
			for seat := range game.Seat(seats) {
				clocks = append(clocks, max(0, m.left(seat, now)))
			}
			if got := x.state.View(now).Clocks; !reflect.DeepEqual(got, clocks) {
				t.Fatalf("%s: clocks %d, the model has %d", where, got, clocks)
			}
		}
	}
}

// result is how the model writes it.
func (x *table) result() string {
	if x.state.Winners() == 0 {
		return x.state.Reason()
	}
	return x.state.Reason() + " " + x.state.Winners().String()
}

// script makes up the next command of a script and how long it is until then.
func script(rng *rand.Rand, x *table) (c Command, after Millis) {
	seat := game.Seat(rng.IntN(x.state.players()))
	after = Millis(rng.ExpFloat64() * 3000)
	switch rng.IntN(40) {
	case 0:
		c = Resign{seat}
	case 1:
		c = Abort{seat}
	case 2:
		c = MoreTime{Seat: seat}
	case 3, 4, 5, 6:
		c = Offer{seat, Takeback}
	case 7, 8, 9, 10, 11:
		c = Accept{seat, Takeback}
	case 12:
		c = Decline{seat, Takeback}
	case 13, 14:
		c = Tick{}
	case 15:
		c = Turn{Seat: seat, Ply: x.state.ply + 1, Text: string(middle(x.state.pos))}
	case 16:
		c = Turn{Seat: seat, Ply: x.state.ply + 1, Text: "a1-a2(a1)"}
	case 17:
		c = Turn{Seat: seat, Ply: x.state.ply + 1 + rng.IntN(3), Text: "@a1,a2"}
	case 18:
		after = Millis(rng.IntN(100_000))
		c = Resume{[]Span{{x.now, x.now + Instant(after)}}}
	case 19:
		after = Millis(rng.IntN(70_000))
		c = Tick{}
	default:
		c = Turn{Seat: x.state.pos.Turn(), Ply: x.state.ply + 1, Text: string(middle(x.state.pos))}
	}
	return c, after
}

// TestScriptReachesAllEnds keeps the comparison honest.
func TestScriptReachesAllEnds(t *testing.T) {
	ends := map[string]int{}
	for seed := range 300 {
		rng := rand.New(rand.NewPCG(uint64(seed), 3))
		x := begin(t, fmt.Sprint(2+rng.IntN(3), "p"), "1+2", false)
		for step := 0; step < 150 && !x.state.Over(); step++ {
			c, after := script(rng, x)
			x.do(after, c)
		}
		ends[x.state.Reason()]++
	}
	for _, want := range []string{ByResign, ByTime, ByAbortion, string(game.Last), string(santorini.Climbed)} {
		if ends[want] == 0 {
			t.Errorf("no script ended by %q: %v", want, ends)
		}
	}
}
