package child

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// Report says what this machine confines, in words for people.
type Report struct {
	Held []string `json:"held"` // what is confined, and how
	Open []string `json:"open"` // what is not, and why
}

// String formats the report in two lines, or in one if nothing is open.
func (r Report) String() string {
	var lines []string
	if len(r.Held) > 0 {
		lines = append(lines, "confined: "+strings.Join(r.Held, "; "))
	}
	if len(r.Open) > 0 {
		lines = append(lines, "NOT confined: "+strings.Join(r.Open, "; "))
	}
	return strings.Join(lines, "\n")
}

func (r *Report) hold(what string) { r.Held = append(r.Held, what) }

func (r *Report) leave(what string, why error) {
	r.Open = append(r.Open, fmt.Sprintf("%s (%v)", what, why))
}

// tried records the outcome of a step that confines something.
func (r *Report) tried(err error, bounded, what string) {
	if err != nil {
		r.leave(what, err)
	} else {
		r.hold(bounded)
	}
}

// ProbeConfinement lets the helper do everything except start a program, and returns what
// it reports.
func ProbeConfinement(ctx context.Context, helper []string, l Limits) (Report, error) {
	argv := slices.Concat(helper, []string{"--limits", l.encode(), "--probe"})
	out, err := exec.CommandContext(ctx, argv[0], argv[1:]...).Output()
	var r Report
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	if err != nil {
		return r, fmt.Errorf("helper %q: %w", argv[0], err)
	}
	return r, nil
}

// always adds to a report what holds or doesn't hold on every machine.
func (r Report) always() Report {
	r.leave("what it reads", fmt.Errorf("any file that you may read, but for other submissions where those are hidden"))
	return r
}
