package gametest

import (
	"fmt"
	"testing"
)

// Must returns f(x), or ends the test if that fails. It shortens a test whose subject is
// what comes after:
//
//	pos := gametest.Must(t, amazons.Rules().Start, "10x10")
//	pos = gametest.Must(t, pos.Play, "d1-d7(g7)")
func Must[X, Y any](t testing.TB, f func(X) (Y, error), x X) Y {
	t.Helper()
	y, err := f(x)
	if err != nil {
		t.Fatalf("%.200q: %v", fmt.Sprint(x), err) // x may be a whole file
	}
	return y
}
