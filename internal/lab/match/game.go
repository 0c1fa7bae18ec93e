package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"thera/engine/ugi"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/child"
	"thera/record"
)

// Result is a finished game, as the log keeps it.
type Result struct {
	Number  int      `json:"game"`    // in the match, from 1
	Players []string `json:"players"` // their names, by seat
	Start   string   `json:"start"`   // text of the position
	Opening int      `json:"opening"` // number of moves that were given
	Moves   []Move   `json:"moves"`
	Winner  int      `json:"winner"` // seat, from 1
	Reason  Reason   `json:"reason"`
	Detail  string   `json:"detail,omitempty"` // what the loser did, except for reason "rules"
	// Replays is how often the game was given up and played again, because a player
	// did not answer in time while the machine stood still.
	Replays int    `json:"replays,omitempty"`
	Date    string `json:"date,omitempty"` // of its start in UTC, as in 2026-11-21
}

// WriteRecords writes games in thera's own record format.
func (m *Match) WriteRecords(w io.Writer, games []Result) error {
	for _, g := range games {
		if err := record.Write(record.Thera, w, m.Record(g)); err != nil {
			return err
		}
	}
	return nil
}

// controlTags describes the limits of the players: one tag for all, or one for each
// seat where they differ.
func (m *Match) controlTags(g Result) []record.Tag {
	f := m.pairing(g.Number)
	var tags []record.Tag
	for seat := range g.Players {
		control := m.control(m.Players[f.player(seat)]).String()
		tags = append(tags, record.Tag{Name: "TimeControl" + game.Seat(seat).String(), Value: control})
	}
	if !slices.ContainsFunc(tags, func(t record.Tag) bool { return t.Value != tags[0].Value }) {
		tags[0].Name = "TimeControl"
		tags = tags[:1]
	}
	return slices.DeleteFunc(tags, func(t record.Tag) bool { return t.Value == "" })
}

// winners returns the seats that have won a game, of a team all.
func (m *Match) winners(g Result) game.Seats {
	seat := game.Seat(g.Winner - 1)
	start, err := m.Entry.Game.Parse(g.Start)
	if err != nil {
		return game.Only(seat)
	}
	return start.Board().Allies(seat)
}

// Record returns the game in the form of package record. Its Round is the number of the
// round and, as in cutechess, that of the game in the round.
func (m *Match) Record(g Result) record.Game {
	r := record.Game{
		Game:    m.Entry.Game.Name(),
		Start:   g.Start,
		Winners: m.winners(g),
	}
	inRound := 2 * m.numMeetings()
	round := fmt.Sprintf("%d.%d", 1+(g.Number-1)/inRound, 1+(g.Number-1)%inRound)
	for _, t := range []record.Tag{{Name: "Event", Value: m.Event}, {Name: "Round", Value: round}, {Name: "Date", Value: g.Date}} {
		if t.Value != "" {
			r.Tags = append(r.Tags, t)
		}
	}
	for seat, name := range g.Players {
		r.Tags = append(r.Tags, record.Tag{Name: "Player" + game.Seat(seat).String(), Value: name})
	}
	r.Tags = append(r.Tags, m.controlTags(g)...)
	if g.Reason != ByRules {
		r.Reason = string(g.Reason)
		r.Tags = append(r.Tags, record.Tag{Name: "Comment", Value: g.Detail})
	}
	for _, t := range g.Moves {
		turn := record.Turn{Move: t.Move, Clock: t.Left, Spent: t.Spent, Score: t.Score, Depth: t.Depth}
		if t.Nodes > 0 {
			turn.Tags = []record.Tag{{Name: "nodes", Value: strconv.FormatUint(t.Nodes, 10)}}
		}
		r.Turns = append(r.Turns, turn)
	}
	return r
}

// Order is one game of a match with everything that decides it, so that any machine can
// play it with the same moves.
type Order struct {
	Game, Variant  string
	Number         int    // in the match, from 1
	Start          string // text of the position
	Opening        []game.Move
	Players, Names []string // by seat; the players are for ParseSpec
	Sides          []int
	Controls       []Control // by seat
	Seed           uint64
}

// Order returns the game with a number. It refuses games that another machine could not
// play with the same moves: those of programs, or by time.
func (m *Match) Order(number int) (Order, error) {
	f := m.pairing(number)
	opening, err := m.Book.Opening(f.opening)
	if err != nil {
		return Order{}, err
	}
	start, err := m.start(f, opening)
	if err != nil {
		return Order{}, err
	}
	o := Order{
		Game: m.Entry.Game.Name(), Variant: m.Variant, Number: number, Start: start.String(),
		Opening: opening.Moves, Names: m.players(f), Sides: f.sides, Seed: f.seed,
	}
	for seat := range f.sides {
		i := f.player(seat)
		control := m.control(m.Players[i])
		if slices.Contains(programKinds, m.Players[i].Kind) || control.timed() {
			return Order{}, fmt.Errorf("player %q with %s: want an engine of this program, by nodes or depth and without time", m.Players[i].Text, control)
		}
		o.Players = append(o.Players, m.Players[i].Text)
		o.Controls = append(o.Controls, control)
	}
	return o, nil
}

// Play plays the game. The error is that of ctx, or says what is wrong with the order.
func (o Order) Play(ctx context.Context) (Result, error) {
	entry, err := catalog.Find(o.Game)
	if err != nil {
		return Result{}, err
	}
	start, err := entry.Game.Parse(o.Start)
	if err != nil {
		return Result{}, err
	}
	if n := len(o.Players); n != start.Board().Seats || n != len(o.Names) || n != len(o.Controls) || n != len(o.Sides) {
		return Result{}, fmt.Errorf("position %q for %d players: want one for each seat, with name, control and side", o.Start, n)
	}
	c := Game{Start: start, Opening: o.Opening, Controls: o.Controls, Sides: o.Sides, Seed: o.Seed, Margin: DefaultMargin, Patience: DefaultPatience}
	m := &Match{Entry: entry, Variant: o.Variant}
	for i, text := range o.Players {
		s, err := ParseSpec(text)
		if err != nil {
			return Result{}, err
		}
		e, err := m.openEngine(s, o.Controls[i])
		if err != nil {
			return Result{}, err
		}
		c.Players = append(c.Players, enginePlayer{e})
	}
	began := time.Now()
	outcome, err := c.Play(ctx)
	if err != nil {
		return Result{}, err
	}
	if outcome.Reason != ByRules {
		return Result{}, fmt.Errorf("game %d: %s, %s: want an end by the rules", o.Number, outcome.Reason, outcome.Detail)
	}
	return result(o.Number, began, o.Names, c, outcome), nil
}

func result(number int, began time.Time, names []string, c Game, outcome Outcome) Result {
	return Result{
		Number: number, Date: began.UTC().Format(time.DateOnly), Players: names,
		Start: c.Start.String(), Opening: len(c.Opening), Moves: outcome.Moves,
		Winner: outcome.Winner.Number(), Reason: outcome.Reason, Detail: outcome.Detail,
	}
}

// Reason is why a game ended.
type Reason string

// The reasons. All except the first are faults of the loser.
const (
	ByRules Reason = "rules"        // the game was over on the board
	Illegal Reason = "illegal move" // or an answer that is no move
	Crash   Reason = "crash"        // the program ended, or could not be started again
	Overrun Reason = "time"         // no answer in time
	Silence Reason = "silence"      // no answer even after stop or without a clock
)

// Reasons returns all reasons in the order in which to list them.
func Reasons() []Reason { return []Reason{ByRules, Illegal, Crash, Overrun, Silence} }

// ListFaults lists the faults by which a player lost games, "" for none.
func ListFaults(of map[Reason]int) string {
	var parts []string
	for _, reason := range Reasons() {
		if n := of[reason]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", reason, n))
		}
	}
	return strings.Join(parts, ", ")
}

// FaultOf returns the reason for which a player that failed with err loses, or false if
// it is not at fault. It does not consider time.
func FaultOf(err error) (Reason, bool) {
	if _, ok := errors.AsType[*startError](err); ok {
		return Crash, true
	}
	if _, ok := errors.AsType[*ugi.CrashError](err); ok {
		return Crash, true
	}
	if _, ok := errors.AsType[*ugi.SilentError](err); ok {
		return Silence, true
	}
	if _, ok := errors.AsType[*ugi.AnswerError](err); ok {
		return Illegal, true
	}
	return "", false
}

// lateError is the error of a program that had no answer when its time was over.
type lateError struct {
	stderr string // the end of what it wrote there
	err    error
}

func (e *lateError) Error() string {
	if e.stderr == "" {
		return e.err.Error()
	}
	return fmt.Sprintf("%v; it wrote %s", e.err, child.Quote(e.stderr))
}

func (e *lateError) Unwrap() error { return e.err }

// NoAnswer describes, for the authors of players, the failure of one that had no answer
// within a time, and so failed with an error that is a [context.DeadlineExceeded].
func NoAnswer(within time.Duration, err error) string {
	text := fmt.Sprintf("no answer within %v", within)
	if late, ok := errors.AsType[*lateError](err); ok && late.stderr != "" {
		text += "; it wrote " + child.Quote(late.stderr)
	}
	return text
}

// Effort is what a player has spent on its turns, without those of openings.
type Effort struct {
	Turns   int           `json:"turns"`
	Spent   time.Duration `json:"spent_ns"`   // measured by the referee
	Longest time.Duration `json:"longest_ns"` // longest turn
	Late    int           `json:"late"`       // turns longer than movetime plus the margin
	Nodes   uint64        `json:"nodes"`      // as reported by the player
	NPS     float64       `json:"nps"`        // nodes a second, over the turns with a report
	Depth   float64       `json:"depth"`      // mean plies, over the turns with a report and no proof

	deep    int           // turns with a depth
	counted time.Duration // time of the turns with nodes
}

// add adds a turn within a time, 0 if there was none.
func (e *Effort) add(t Move, allowed time.Duration) {
	e.Turns++
	e.Spent += t.Spent
	e.Longest = max(e.Longest, t.Spent)
	if allowed > 0 && t.Spent > allowed {
		e.Late++
	}
	if t.Nodes > 0 {
		e.Nodes += t.Nodes
		e.counted += t.Spent
		e.NPS = float64(e.Nodes) / max(e.counted, time.Microsecond).Seconds()
	}
	if t.Depth > 0 && !strings.HasPrefix(t.Score, "#") { // which is a proof
		e.deep++
		e.Depth += (float64(t.Depth) - e.Depth) / float64(e.deep)
	}
}

// spend adds what the players of a game have spent. The rules say whose turn it was; a
// game read from a file that breaks them counts nothing.
func (t *Standing) spend(f pairing, g Result, pos game.Position) {
	for i, move := range g.Moves {
		if int(pos.Turn()) >= len(f.sides) {
			return
		}
		if i >= g.Opening {
			player, allowed := f.player(int(pos.Turn())), time.Duration(0)
			if limit := t.match.control(t.match.Players[player]).Move; limit > 0 {
				allowed = limit + t.match.Margin
			}
			t.Efforts[player].add(move, allowed)
		}
		next, err := pos.Play(move.Move)
		if err != nil {
			return
		}
		pos = next
	}
}
