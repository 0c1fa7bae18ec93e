package grade

import (
	"context"
	"fmt"

	"thera/engine/ugi"
	"thera/internal/child"
)

// Check is one thing that a program was examined for.
type Check struct {
	Name   string `json:"check"`
	About  string `json:"about,omitempty"` // what a session is about
	OK     bool   `json:"ok"`
	Detail string `json:"detail,omitempty"` // what was wrong, or what happened
	Said   string `json:"said,omitempty"`   // the end of the program's standard error
	Want   string `json:"want,omitempty"`   // the expected output, if it was different
	Got    string `json:"got,omitempty"`
}

// Checked is a submission with its checks.
type Checked struct {
	Submission

	Checks []Check `json:"checks"`
}

// Passed returns the number of checks that passed.
func (c Checked) Passed() (n int) {
	for _, check := range c.Checks {
		if check.OK {
			n++
		}
	}
	return n
}

// String describes the result in one line, and each failed check in one more.
func (c Checked) String() string {
	if c.Missing != "" {
		return c.Submission.String()
	}
	text := fmt.Sprintf("%s  %d of %d checks", c.Name, c.Passed(), len(c.Checks))
	for _, check := range c.Checks {
		if !check.OK {
			text += fmt.Sprintf("\n  FAIL  %s", check.Name)
			if check.Detail != "" {
				text += "  " + check.Detail
			}
		}
	}
	return text
}

// check examines a submission. Checks not reached when ctx ends are missing.
func (g *Grading) check(ctx context.Context, s Submission) []Check {
	switch {
	case s.Missing != "":
		return nil
	case s.Kind == "text":
		return g.checkText(ctx, s)
	}
	var checks []Check
	variant := g.Variant
	if variant == "" {
		variant = g.Entry.Game.Variants()[0]
	}
	v := ugi.Variant{Name: g.Entry.WireName(variant), Game: g.Entry.Game, Start: variant}
	dir, argv := g.command(s)
	for point := range ugi.Check(ctx, argv, v, ugi.ClientOptions{Dir: dir, Protocol: ugi.Protocol(s.Kind)}) {
		checks = append(checks, Check{Name: point.Name, OK: point.OK, Detail: point.Detail})
	}
	return checks
}

// maxSlow is the number of sessions that may take long to fail before the rest is
// skipped.
const maxSlow = 3

func (g *Grading) checkText(ctx context.Context, s Submission) []Check {
	dir, argv := g.command(s)
	start := func() (*child.Process, error) { return child.Start(dir, argv) }
	var checks []Check
	slow := 0
	for _, script := range g.Sessions {
		check := Check{Name: script.Name, About: script.About}
		if slow < maxSlow {
			f := script.Run(ctx, start, Time{Move: g.Control.Move, Game: g.Control.Clock.Left})
			if f.Start != "" {
				return []Check{{Name: "start", Detail: "the program can't be started: " + f.Start}} // whatever the session
			}
			check.OK, check.Detail, check.Said, check.Want, check.Got = f.OK, f.Fault, f.Said, f.Want, f.Got
			if f.Slow {
				slow++
			}
		} else {
			check.Detail = fmt.Sprintf("not tried, since %d others took so long", maxSlow)
		}
		if ctx.Err() != nil {
			return checks
		}
		checks = append(checks, check)
	}
	return checks
}
