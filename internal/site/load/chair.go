package load

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"thera/game"
	"thera/internal/site/play"
)

// chair is a player at a table, and what it has heard there. All of it is
// guarded by the table's lock.
type chair struct {
	*player
	table    *table
	seat     int // from 1; 0 until the server has said which
	ply      int // turns that it has heard of
	thinking int // the ply that it thinks about, or has thought about
	due      time.Time
	stream   stream
	over     bool
	socket   *socket // what it is connected by, if it is
}

// errOver is the end of a game, which its players leave.
var errOver = errors.New("the game is over")

// hear takes a frame, and returns what is to be said at once, if anything. An
// error means that the connection is of no more use.
func (c *chair) hear(now time.Time, data []byte) (say []byte, err error) {
	var f frame
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("frame %.200q: %w", data, err)
	}
	t := c.table
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case f.logged():
		err = c.follow(now, f, data)
	case f.Kind == stateFrame:
		say = c.begin(now, f)
	case f.Kind == ackFrame:
		c.acknowledged(now, f)
	case f.Kind == refusedFrame:
		t.run.refused(f)
		return nil, fmt.Errorf("turn %s is refused: %s: %s", f.ID, f.Reason, f.Detail)
	}
	if err != nil {
		return nil, err
	}
	c.consider(now)
	if c.over && !c.waits() {
		return nil, errOver
	}
	return say, nil
}

// begin learns what there is, and sends a turn again that the server does not
// know of.
func (c *chair) begin(now time.Time, f frame) []byte {
	t := c.table
	if c.seat == 0 {
		c.seat = f.You
		if t.joined++; t.joined == len(t.chairs) {
			t.join()
		}
	}
	if !c.waits() {
		return nil
	}
	last := t.sent(len(t.turns))
	switch {
	case f.View.Ply < last.Ply:
		last.by = c.socket
		return c.command(last)
	case c.ply >= last.Ply:
		c.done(now, last) // it has heard of it, and the answer can't come any more
	}
	return nil
}

// follow takes an event of the log.
func (c *chair) follow(now time.Time, f frame, data []byte) error {
	t := c.table
	last := c.stream.last
	if !c.stream.take(f.Number) {
		if f.Number > last {
			return fmt.Errorf("event %d after event %d", f.Number, last)
		}
		return nil
	}
	if !t.heard.same(f.Number, data) {
		c.stream.lost++ // it has heard another one instead
	}
	switch play.Kind(f.Kind) {
	case play.Turned:
		if err := t.play(f.Ply, f.Turn); err != nil {
			return err
		}
		c.ply = f.Ply
		c.relayed(now, f)
	case play.Resigned, play.Left, play.Flagged:
		if pos, err := game.Eliminate(t.pos, game.Seat(f.Seat-1)); err == nil {
			t.pos = pos
		}
	case play.Ended:
		c.over, t.over = true, true
	}
	return nil
}

// relayed notes that a turn has been heard of. Its own turn is acknowledged by
// that if the answer can't come any more.
func (c *chair) relayed(now time.Time, f frame) {
	turn := c.table.sent(f.Ply)
	if turn == nil {
		return
	}
	turn.Number = f.Number
	switch {
	case turn.Seat != c.seat:
		if c.table.run.relay.add(now.Sub(turn.at)); turn.Seen == 0 {
			turn.Seen = instant(now)
		}
	case turn.Acked == 0 && turn.by != c.socket:
		c.done(now, turn)
	}
}

// acknowledged notes that a turn of its own is stored.
func (c *chair) acknowledged(now time.Time, f frame) {
	ply, _ := strconv.Atoi(f.ID) // of a command that was not a turn there is none
	if turn := c.table.sent(ply); turn != nil && turn.Seat == c.seat && turn.Acked == 0 {
		c.done(now, turn)
	}
}

// long is a wait for an acknowledgment that a player notices.
const long = time.Second

func (c *chair) done(now time.Time, turn *turn) {
	turn.Acked = instant(now)
	took := now.Sub(turn.at)
	c.table.run.ack.add(took)
	if took > long {
		c.table.run.interrupt.add(took)
	}
}

// waits reports whether its last turn has not been answered.
func (c *chair) waits() bool {
	last := c.table.sent(len(c.table.turns))
	return last != nil && last.Seat == c.seat && last.Acked == 0
}

// consider begins to think, if it is its turn and it has heard all there is.
func (c *chair) consider(now time.Time) {
	t := c.table
	if t.over || t.run.closing.Load() || c.ply != t.ply || c.thinking > t.ply || t.pos.Turn().Number() != c.seat {
		return
	}
	c.thinking, c.due = t.ply+1, now
	time.AfterFunc(t.wait(now), c.move)
}

// move plays a random turn when the player has thought.
func (c *chair) move() {
	t := c.table
	t.mu.Lock()
	moves := t.pos.Moves()
	if t.over || t.run.closing.Load() || c.thinking != t.ply+1 || len(t.turns) > t.ply || len(moves) == 0 {
		t.mu.Unlock()
		return
	}
	now := time.Now()
	t.turns = append(t.turns, turn{at: now, by: c.socket, Sent: Sent{
		Seat: c.seat, Ply: c.thinking, Turn: string(moves[t.rng.IntN(len(moves))]), Due: instant(c.due), Sent: instant(now),
	}})
	to, say := c.socket, c.command(t.sent(c.thinking))
	t.mu.Unlock()
	if to != nil {
		to.say(say) // else it is said when there is a connection again
	}
}

// command is how a turn is sent. Its id is its ply.
func (c *chair) command(t *turn) []byte {
	return command{Do: "turn", ID: strconv.Itoa(t.Ply), Turn: t.Turn, Ply: t.Ply, Seen: c.stream.last}.text()
}
