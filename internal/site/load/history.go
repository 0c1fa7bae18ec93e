package load

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"thera/internal/site/play"
)

// Line is a line of a [History]: a game, an outage, or the end.
type Line struct {
	Game  string `json:"game,omitempty"`
	Turns []Sent `json:"turns,omitempty"`
	// Outage is a time without any connection.
	Outage *play.Span `json:"outage,omitempty"`
	// End is when the players stopped. They do not know what happened later.
	End play.Instant `json:"end,omitempty"`
}

// Sent is a turn that a player has sent, perhaps several times. Instants are 0
// for what did not happen.
type Sent struct {
	Seat   int          `json:"seat"` // from 1
	Ply    int          `json:"ply"`  // from 1
	Turn   string       `json:"turn"`
	Due    play.Instant `json:"due"`              // when the player knew it was its turn
	Sent   play.Instant `json:"sent"`             // when it was first sent
	Acked  play.Instant `json:"acked,omitempty"`  // when its player was told that it is stored
	Seen   play.Instant `json:"seen,omitempty"`   // when another player saw it
	Number int          `json:"number,omitempty"` // of its event, once a player knows
}

// knownAt returns when a player first knew that the turn is stored, 0 if none did.
func (s Sent) knownAt() play.Instant {
	if s.Acked == 0 || s.Seen != 0 && s.Seen < s.Acked {
		return s.Seen
	}
	return s.Acked
}

// History writes down what the players know, one [Line] at a time. It is safe
// for concurrent use; nil writes nothing.
type History struct {
	mu  sync.Mutex
	out *json.Encoder
	err error
}

// NewHistory returns a history that writes to w.
func NewHistory(w io.Writer) *History { return &History{out: json.NewEncoder(w)} }

func (h *History) write(l Line) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.err == nil {
		h.err = h.out.Encode(l)
	}
}

func (h *History) failed() error {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err
}

// ReadHistory reads what a [History] has written.
func ReadHistory(r io.Reader) ([]Line, error) {
	var all []Line
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, 16<<20)
	for scanner.Scan() {
		var l Line
		if err := json.Unmarshal(scanner.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("history, line %d: %w", len(all)+1, err)
		}
		all = append(all, l)
	}
	return all, scanner.Err()
}
