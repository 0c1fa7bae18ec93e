//go:build !unix

package child

// unruly are the programs of misbehave_test.go, which need Unix.
var unruly map[string]func()
