package textgame

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"time"
)

// grader runs a script against a contestant. The first line of a script is
// the command to run; those that begin with an asterisk are instructions:
//
//	*time MOVE GAME   allow so many seconds for a move, and for all of a game
//	*move             wait for an automated move
//	*win              wait for the win
//	*move/win         wait for automated moves until the win
//	*remote move/win  the same, exchanging moves with the other contestant
//
// A + behind those that wait for a win, as in *win+, keeps its line. All
// other lines are typed. Of what the contestant prints, the text up to the
// last > in a line is dropped, dumps are kept, and so are the win lines that
// no instruction has waited for.
type grader struct {
	*contestant
	toRemote   chan<- string
	fromRemote <-chan string
	kept       strings.Builder
	inDump     bool

	perMove, perGame time.Duration
	since            time.Time // when the contestant was last given a line or made a move
	used             time.Duration
}

// grade runs a script and returns what was kept.
func grade(ctx context.Context, launch launcher, script string, toRemote chan<- string, fromRemote <-chan string) (kept string, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c, err := launch(ctx)
	if err != nil {
		return "", err
	}
	g := &grader{contestant: c, toRemote: toRemote, fromRemote: fromRemote, perMove: 30 * time.Second, perGame: 3 * time.Minute}
	if err = g.run(script); err != nil {
		cancel()
	}
	err = errors.Join(err, g.in.Close())
	for line := range g.lines {
		if _, win := g.read(line); win != "" {
			g.keep(win)
		}
	}
	if ended := g.wait(); err == nil && ended != nil {
		err = fmt.Errorf("the program failed: %w", ended)
	}
	return g.kept.String(), err
}

// gradePair runs two scripts whose contestants play against each other.
func gradePair(ctx context.Context, launch launcher, scripts [2]string) (kept [2]string, errs [2]error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	const longestGame = 92 // squares not taken by amazons
	moves := [2]chan string{make(chan string, longestGame), make(chan string, longestGame)}
	var both sync.WaitGroup
	for i, script := range scripts {
		both.Go(func() {
			if kept[i], errs[i] = grade(ctx, launch, script, moves[i], moves[1-i]); errs[i] != nil {
				cancel()
			}
		})
	}
	both.Wait()
	return kept, errs
}

func (g *grader) run(script string) error {
	command, rest, _ := strings.Cut(script, "\n")
	if command != "thera amazons" {
		return fmt.Errorf("first line %q: want the command thera amazons", command)
	}
	for line := range strings.Lines(rest) {
		line = strings.TrimSuffix(line, "\n")
		do := g.enter
		if strings.HasPrefix(line, "*") {
			do = g.follow
		}
		if err := do(line); err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	return nil
}

func (g *grader) enter(line string) error {
	g.since = time.Now()
	_, err := io.WriteString(g.in, line+"\n")
	return err
}

func (g *grader) follow(instruction string) error {
	if strings.HasPrefix(instruction, "*time ") {
		return g.allow(instruction)
	}
	name, keep := strings.CutSuffix(instruction, "+")
	for {
		move, win, err := g.next(name == "*remote move/win")
		switch {
		case err != nil:
			return err
		case move != "" && name == "*move":
			return nil
		case move != "" && name == "*move/win":
		case move != "" && name == "*remote move/win":
			g.toRemote <- move
		case win != "" && strings.HasSuffix(name, "win"):
			if keep {
				g.keep(win)
			}
			return nil
		default:
			return fmt.Errorf("got %q", move+win)
		}
	}
}

func (g *grader) allow(limits string) error {
	var move, whole float64
	_, err := fmt.Sscanf(limits, "*time %g %g", &move, &whole)
	g.perMove = time.Duration(move * float64(time.Second))
	g.perGame = time.Duration(whole * float64(time.Second))
	g.used = 0
	return err
}

// next waits for an automated move or the win. Meanwhile it types what comes
// from the other contestant, if it may.
func (g *grader) next(remote bool) (move, win string, err error) {
	fromRemote := g.fromRemote
	if !remote {
		fromRemote = nil
	}
	for {
		select {
		case <-time.After(2 * g.perMove): // the other contestant may have to think first
			return "", "", errors.New("no move in time")
		case m := <-fromRemote:
			if err := g.enter(m); err != nil {
				return "", "", err
			}
		case line, ok := <-g.lines:
			if !ok {
				return "", "", io.ErrUnexpectedEOF
			}
			move, win = g.read(line)
			if move != "" {
				return move, "", g.clock()
			}
			if win != "" {
				return "", win, nil
			}
		}
	}
}

// clock charges the contestant for a move it has just made.
func (g *grader) clock() error {
	took := time.Since(g.since)
	g.since = time.Now()
	g.used += took
	if took > g.perMove || g.used > g.perGame {
		return fmt.Errorf("took %s for a move and %s for all: want at most %s and %s", took, g.used, g.perMove, g.perGame)
	}
	return nil
}

var (
	moveLine = regexp.MustCompile(`^ ?\* ([a-j]\d+-[a-j]\d+\([a-j]\d+\))$`)
	winLine  = regexp.MustCompile(`^ ?(\* (?:White|Black) wins\.)$`)
)

// read keeps a line of a dump, and returns the move or win in any other.
func (g *grader) read(line string) (move, win string) {
	line = line[strings.LastIndex(line, ">")+1:]
	border := strings.TrimSpace(line) == "==="
	if border {
		line = "==="
		g.inDump = !g.inDump
	}
	if border || g.inDump {
		g.keep(line)
	} else if m := moveLine.FindStringSubmatch(line); m != nil {
		move = m[1]
	} else if m := winLine.FindStringSubmatch(line); m != nil {
		win = m[1]
	}
	return move, win
}

func (g *grader) keep(line string) { g.kept.WriteString(line + "\n") }
