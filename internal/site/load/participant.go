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

// participant is what a player has heard in a game. activeGame.mu guards it.
type participant struct {
	*player
	game        *activeGame
	seat        int // from 1; 0 until the server has told
	ply         int // turns it has heard of
	thinkingPly int // the ply that it thinks about, or has thought about
	dueAt       time.Time
	stream      stream
	isOver      bool
	socket      *socket // nil while disconnected
}

var errOver = errors.New("the game is over")

// handle returns what to send, if anything. After an error the connection is of no use.
func (c *participant) handle(now time.Time, data []byte) (say []byte, err error) {
	var f frame
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("frame %.200q: %w", data, err)
	}
	t := c.game
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case f.isLogged():
		err = c.onEvent(now, f, data)
	case f.Kind == stateFrame:
		say = c.onState(now, f)
	case f.Kind == ackFrame:
		c.onAck(now, f)
	case f.Kind == refusedFrame:
		t.run.refused(f)
		return nil, fmt.Errorf("turn %s was refused: %s: %s", f.ID, f.Reason, f.Detail)
	}
	if err != nil {
		return nil, err
	}
	c.maybeThink(now)
	if c.isOver && !c.isWaiting() {
		return nil, errOver
	}
	return say, nil
}

// onState sends a turn again that the server does not have.
func (c *participant) onState(now time.Time, f frame) []byte {
	t := c.game
	if c.seat == 0 {
		c.seat = f.You
		if t.joined++; t.joined == len(t.players) {
			t.onStarted()
		}
	}
	if !c.isWaiting() {
		return nil
	}
	last := t.sent(len(t.turns))
	switch {
	case f.View.Ply < last.Ply:
		last.by = c.socket
		return c.command(last)
	case c.ply >= last.Ply:
		c.acknowledge(now, last) // received as an event; the answer can no longer come
	}
	return nil
}

func (c *participant) onEvent(now time.Time, f frame, data []byte) error {
	t := c.game
	last := c.stream.last
	if !c.stream.accept(f.Number) {
		if f.Number > last {
			return fmt.Errorf("event %d after event %d", f.Number, last)
		}
		return nil
	}
	if !t.events.same(f.Number, data) {
		c.stream.lost++ // it received a different event
	}
	switch play.Kind(f.Kind) {
	case play.Turned:
		if err := t.play(f.Ply, f.Turn); err != nil {
			return err
		}
		c.ply = f.Ply
		c.onRelayed(now, f)
	case play.Resigned, play.Left, play.Flagged:
		if pos, err := game.Eliminate(t.pos, game.Seat(f.Seat-1)); err == nil {
			t.pos = pos
		}
	case play.Ended:
		c.isOver, t.isOver = true, true
	}
	return nil
}

// onRelayed also acknowledges the player's own turn if the answer can no longer come.
func (c *participant) onRelayed(now time.Time, f frame) {
	turn := c.game.sent(f.Ply)
	if turn == nil {
		return
	}
	turn.Number = f.Number
	switch {
	case turn.Seat != c.seat:
		if c.game.run.relay.add(now.Sub(turn.at)); turn.Seen == 0 {
			turn.Seen = instant(now)
		}
	case turn.Acked == 0 && turn.by != c.socket:
		c.acknowledge(now, turn)
	}
}

// onAck records that the player's own turn is stored.
func (c *participant) onAck(now time.Time, f frame) {
	ply, _ := strconv.Atoi(f.ID) // 0 for commands that are not turns
	if turn := c.game.sent(ply); turn != nil && turn.Seat == c.seat && turn.Acked == 0 {
		c.acknowledge(now, turn)
	}
}

// slowAck is a wait for an acknowledgment that a player notices.
const slowAck = time.Second

func (c *participant) acknowledge(now time.Time, turn *turn) {
	turn.Acked = instant(now)
	took := now.Sub(turn.at)
	c.game.run.ack.add(took)
	if took > slowAck {
		c.game.run.interrupt.add(took)
	}
}

func (c *participant) isWaiting() bool {
	last := c.game.sent(len(c.game.turns))
	return last != nil && last.Seat == c.seat && last.Acked == 0
}

func (c *participant) maybeThink(now time.Time) {
	t := c.game
	if t.isOver || t.run.closing.Load() || c.ply != t.ply || c.thinkingPly > t.ply || t.pos.Turn().Number() != c.seat {
		return
	}
	c.thinkingPly, c.dueAt = t.ply+1, now
	time.AfterFunc(t.wait(now), c.move)
}

func (c *participant) move() {
	t := c.game
	t.mu.Lock()
	moves := t.pos.Moves()
	if t.isOver || t.run.closing.Load() || c.thinkingPly != t.ply+1 || len(t.turns) > t.ply || len(moves) == 0 {
		t.mu.Unlock()
		return
	}
	now := time.Now()
	t.turns = append(t.turns, turn{at: now, by: c.socket, Sent: Sent{
		Seat: c.seat, Ply: c.thinkingPly, Turn: string(moves[t.rng.IntN(len(moves))]), Due: instant(c.dueAt), Sent: instant(now),
	}})
	to, say := c.socket, c.command(t.sent(c.thinkingPly))
	t.mu.Unlock()
	if to != nil {
		to.say(say) // otherwise it is sent on the next connection
	}
}

// command returns the command for a turn. Its ID is the ply.
func (c *participant) command(t *turn) []byte {
	return command{Do: "turn", ID: strconv.Itoa(t.Ply), Turn: t.Turn, Ply: t.Ply, Seen: c.stream.last}.text()
}

// frame is an event of the log, or news without a number.
type frame struct {
	Kind   string    `json:"event"`
	Number int       `json:"number"`
	Seat   int       `json:"seat"`
	Ply    int       `json:"ply"`
	Turn   string    `json:"turn"`
	ID     string    `json:"id"`
	Reason string    `json:"reason"`
	Detail string    `json:"detail"`
	You    int       `json:"you"`
	View   play.View `json:"view"`
}

// Frames that are not events of the log but matter to players. Others are ignored.
const (
	stateFrame   = "state"
	ackFrame     = "ack"
	refusedFrame = "refused"
)

func (f *frame) isLogged() bool {
	switch play.Kind(f.Kind) {
	case play.Created, play.Turned, play.Planned, play.Clocked, play.Offered, play.Accepted, play.Declined,
		play.TookBack, play.Resigned, play.Left, play.Flagged, play.Ended:
		return true
	}
	return false
}

type command struct {
	Do   string `json:"do"`
	ID   string `json:"id,omitempty"`
	Turn string `json:"turn,omitempty"`
	Ply  int    `json:"ply,omitempty"`
	Seen int    `json:"seen,omitempty"`
}

func (c command) text() []byte {
	text, err := json.Marshal(c)
	if err != nil {
		return nil // cannot fail for strings and numbers
	}
	return text
}
