package botapi

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"time"
)

const (
	// silence is after how long without a line a stream is considered dead: the server
	// sends a blank line every four seconds.
	silence = 12 * time.Second
	// maxLine is the longest accepted line, in bytes.
	maxLine = 4 << 20
)

// errSilent is the end of a stream that has gone silent.
var errSilent = errors.New("the server is silent")

// Events yields what happens to the account: first an event without a type, when the
// stream has begun, then games in progress and open challenges, then events as they
// happen. It ends with an error, io.EOF if the server has ended the stream; a caller
// that wants to go on calls Events again.
func (c *Client) Events(ctx context.Context) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		begun := false
		err := c.follow(ctx, func(line []byte) (more bool, err error) {
			var e Event
			if !begun {
				if begun = true; !yield(e, nil) {
					return false, nil
				}
			}
			if len(line) == 0 {
				return true, nil
			}
			if err := json.Unmarshal(line, &e); err != nil {
				return false, err
			}
			return yield(e, nil), nil
		}, "stream", "event")
		if err != nil {
			yield(Event{}, err)
		}
	}
}

// Line is a line of a game. Its type says which field is set.
type Line struct {
	Type  string
	Full  *Full
	State *State // also set for gameFull
	Chat  *Chat
	Gone  *Gone
}

// Follow yields the lines of a game from its current state on. It ends with an error,
// io.EOF after the last line of a game that is over.
func (c *Client) Follow(ctx context.Context, game string) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		err := c.follow(ctx, func(text []byte) (more bool, err error) {
			if len(text) == 0 {
				return true, nil
			}
			line, err := lineOf(text)
			if err != nil {
				return false, err
			}
			return yield(line, nil), nil
		}, "bot", "game", "stream", game)
		if err != nil {
			yield(Line{}, err)
		}
	}
}

func lineOf(text []byte) (line Line, err error) {
	var kind struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return line, err
	}
	line.Type = kind.Type
	switch kind.Type {
	case TypeGameFull:
		line.Full = &Full{}
		err = json.Unmarshal(text, line.Full)
		line.State = &line.Full.State
	case TypeGameState:
		line.State = &State{}
		err = json.Unmarshal(text, line.State)
	case TypeChat:
		line.Chat = &Chat{}
		err = json.Unmarshal(text, line.Chat)
	case TypeGone:
		line.Gone = &Gone{}
		err = json.Unmarshal(text, line.Gone)
	}
	return line, err
}

// follow reads a stream line by line, including blank lines, until take returns false,
// or until it ends. A stream that goes silent is abandoned.
func (c *Client) follow(ctx context.Context, take func(line []byte) (more bool, err error), path ...string) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r, err := c.request(ctx, http.MethodGet, nil, nil, path...)
	if err != nil {
		return err
	}
	res, err := c.http.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close() //nolint:errcheck // it may not have been read to its end
	if res.StatusCode != http.StatusOK {
		text, err := io.ReadAll(io.LimitReader(res.Body, maxLine))
		if err != nil {
			return err
		}
		return problemOf(res, text)
	}
	watch := time.AfterFunc(silence, func() { cancel(errSilent) })
	defer watch.Stop()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		watch.Reset(silence)
		more, err := take(lines.Bytes())
		if err != nil {
			return fmt.Errorf("line %.200q: %w", lines.Bytes(), err)
		}
		if !more {
			return nil
		}
	}
	switch {
	case context.Cause(ctx) != nil:
		return context.Cause(ctx)
	case lines.Err() != nil:
		return lines.Err()
	}
	return io.EOF
}
