package grade

import (
	"context"
	"fmt"

	"thera/engine/ugi"
	"thera/engine/ugi/ugitest"
	"thera/internal/child"
)

// Check is one thing that a program was examined for.
type Check struct {
	Name   string `json:"check"`
	About  string `json:"about,omitempty"` // in words, of sessions
	OK     bool   `json:"ok"`
	Detail string `json:"detail,omitempty"` // what was wrong, or what was seen
	Said   string `json:"said,omitempty"`   // the last that the program wrote to standard error
	Want   string `json:"want,omitempty"`   // what was to be printed, if it was not
	Got    string `json:"got,omitempty"`
}

// Checked is a submission with its checks.
type Checked struct {
	Submission

	Checks []Check `json:"checks"`
}

// Passed returns how many of the checks hold.
func (c Checked) Passed() (n int) {
	for _, check := range c.Checks {
		if check.OK {
			n++
		}
	}
	return n
}

// String says in a line how it went, and in one more for each check that doesn't hold.
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

// check examines a submission. What it has not come to when ctx is done is
// missing.
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
	for point := range ugitest.Check(ctx, g.command(s), v, ugi.ClientOptions{Protocol: ugi.Protocol(s.Kind)}) {
		checks = append(checks, Check{Name: point.Name, OK: point.OK, Detail: point.Detail})
	}
	return checks
}

// patience is after how many sessions that took long to fail no more are tried.
const patience = 3

func (g *Grading) checkText(ctx context.Context, s Submission) []Check {
	start := func() (*child.Process, error) { return child.Start(g.command(s)) }
	var checks []Check
	slow := 0
	for _, script := range g.Sessions {
		check := Check{Name: script.Name, About: script.About}
		if slow < patience {
			f := script.Run(ctx, start, Time{Move: g.Control.Move, Game: g.Control.Clock.Left})
			check.OK, check.Detail, check.Said, check.Want, check.Got = f.OK, f.Fault, f.Said, f.Want, f.Got
			if f.Slow {
				slow++
			}
		} else {
			check.Detail = fmt.Sprintf("not tried, since %d others took so long", patience)
		}
		if ctx.Err() != nil {
			return checks
		}
		checks = append(checks, check)
	}
	return checks
}
