package grade

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"thera/internal/child"
)

// What can go wrong besides the program's end.
var (
	errLate  = errors.New("too slow")
	errOther = errors.New("the other copy failed")
)

// remote connects two copies that play each other.
type remote struct {
	to   chan<- string
	from <-chan string
}

type grader struct {
	ctx     context.Context
	program *child.Process
	remote  *remote // nil if it plays nobody
	kept    strings.Builder
	inDump  bool

	time  Time
	since time.Time // when it last got a line or made a move
	used  time.Duration
}

type end struct {
	kept, said string
	err        error
	start      string // why the program can't be started
}

// finding returns the result, as far as it does not depend on what was kept.
func (e end) finding() Finding {
	if e.err == nil {
		return Finding{OK: true}
	}
	return Finding{Fault: e.err.Error(), Said: e.said, Start: e.start, Slow: errors.Is(e.err, errLate) || errors.Is(e.err, child.ErrFlood)}
}

func run(ctx context.Context, start Starter, script string, t Time, r *remote) end {
	program, err := start()
	if err != nil {
		return end{err: err, start: err.Error()}
	}
	g := &grader{ctx: ctx, program: program, remote: r, time: t, since: time.Now()}
	for line := range strings.Lines(script) {
		if err = g.follow(strings.TrimRight(line, "\r\n")); err != nil {
			break
		}
	}
	if err == nil {
		err = g.finish()
	}
	_ = program.Close(0) // it has ended, or is of no more use
	return end{g.kept.String(), program.Stderr(), err, program.StartError()}
}

func (g *grader) follow(line string) error {
	if !strings.HasPrefix(line, "*") {
		g.since = time.Now()
		g.program.Send(line)
		return nil
	}
	if limits := timeLine.FindStringSubmatch(line); limits != nil {
		g.time = Time{duration(limits[1]), duration(limits[2])}
		g.used = 0
		return nil
	}
	name, keep := strings.CutSuffix(line, "+")
	for {
		move, win, err := g.next(strings.HasPrefix(name, "*remote"))
		switch {
		case err != nil:
			return fmt.Errorf("at %s: %w", line, err)
		case move != "" && name == "*move":
			return nil
		case move != "" && name == "*move/win":
		case move != "" && name == "*remote move/win":
			select {
			case g.remote.to <- move:
			default:
				return fmt.Errorf("at %s: more moves than a game has squares", line)
			}
		case win != "" && strings.HasSuffix(name, "win"):
			if keep {
				g.keep(win)
			}
			return nil
		default:
			return fmt.Errorf("at %s: it printed %q", line, "* "+strings.TrimPrefix(move+win, "* "))
		}
	}
}

func duration(text string) time.Duration { return time.Duration(seconds(text) * float64(time.Second)) }

func seconds(text string) float64 {
	s, _ := strconv.ParseFloat(text, 64) // it has the form of a number, and may be infinite
	return s
}

// next waits for an automated move or the win. Meanwhile it types what comes from the
// other copy, if it may.
func (g *grader) next(pair bool) (move, win string, err error) {
	allowed := g.time.Move
	var from <-chan string
	if pair {
		from = g.remote.from
		allowed *= 2 // the other copy thinks first
	}
	timer := time.NewTimer(allowed)
	defer timer.Stop()
	for {
		select {
		case <-g.ctx.Done():
			return "", "", context.Cause(g.ctx)
		case <-timer.C:
			return "", "", fmt.Errorf("%w: nothing within %v", errLate, allowed)
		case m := <-from:
			g.since = time.Now()
			g.program.Send(m)
		case line, ok := <-g.program.Lines():
			if !ok {
				return "", "", g.crash()
			}
			if move, win = g.read(line); move != "" {
				return move, "", g.clock()
			} else if win != "" {
				return "", win, nil
			}
		}
	}
}

// clock charges the program for a move that it has just made.
func (g *grader) clock() error {
	took := time.Since(g.since)
	g.since = time.Now()
	g.used += took
	if took > g.time.Move || g.used > g.time.Game {
		return fmt.Errorf("%w: %v for a move and %v for all, want at most %v and %v", errLate,
			took.Round(time.Millisecond), g.used.Round(time.Millisecond), g.time.Move, g.time.Game)
	}
	return nil
}

// finish ends the program's input and waits for it to end, which it must do cleanly.
func (g *grader) finish() error {
	g.program.EndInput()
	timer := time.NewTimer(g.time.Move)
	defer timer.Stop()
	for {
		select {
		case <-g.ctx.Done():
			return context.Cause(g.ctx)
		case <-timer.C:
			return fmt.Errorf("%w: it did not end within %v of the end of its input", errLate, g.time.Move)
		case line, ok := <-g.program.Lines():
			if ok {
				if _, win := g.read(line); win != "" {
					g.keep(win)
				}
				continue
			}
			if g.program.Err() != nil {
				return g.crash()
			}
			return nil
		}
	}
}

func (g *grader) crash() error {
	if errors.Is(g.program.Err(), child.ErrFlood) {
		return g.program.Err()
	}
	return fmt.Errorf("the program ended (%s)", g.program.Exit())
}

var (
	moveLine = regexp.MustCompile(`^\* ([a-j]\d+-[a-j]\d+\([a-j]\d+\))$`)
	winLine  = regexp.MustCompile(`^\* (?:White|Black) wins\.$`)
)

// read keeps a line of a dump, and returns the move or win in any other. Spaces around
// those don't count: the handout has one before the asterisk, and a prompt ends with one.
func (g *grader) read(line string) (move, win string) {
	line = line[strings.LastIndexByte(line, '>')+1:]
	text := strings.TrimSpace(line)
	border := text == "==="
	if border {
		line = text
		g.inDump = !g.inDump
	}
	if border || g.inDump {
		g.keep(line)
	} else if m := moveLine.FindStringSubmatch(text); m != nil {
		move = m[1]
	} else if winLine.MatchString(text) {
		win = text
	}
	return move, win
}

// keep keeps a line, unless there are suspiciously many.
func (g *grader) keep(line string) {
	const most, longest = 16 << 10, 200
	if len(line) > longest {
		line = line[:longest] + "…"
	}
	if g.kept.Len() < most {
		g.kept.WriteString(strings.ToValidUTF8(line, "?") + "\n")
	}
}
