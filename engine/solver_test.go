package engine_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"thera/engine"
)

// failing is a solver that only fails.
type failing struct{ err error }

func (f failing) Solve(context.Context, engine.Problem) (engine.Verdict, error) {
	return engine.Verdict{}, f.err
}

func TestTrySolve(t *testing.T) {
	unreadable := errors.New("unreadable")
	if v, err := engine.TrySolve(t.Context(), failing{unreadable}, engine.Problem{}); !errors.Is(err, unreadable) {
		t.Errorf("%+v, %v; want the error %v", v, err, unreadable)
	}
	large := fmt.Errorf("16x16: %w", engine.ErrUnsupported)
	if v, err := engine.TrySolve(t.Context(), failing{large}, engine.Problem{}); err != nil || v.Proven || v.Grundy != -1 {
		t.Errorf("%+v, %v; want nothing to be known", v, err)
	}
}
