package engine_test

import (
	"fmt"
	"testing"

	"thera/engine"
)

func ExampleParameter() {
	parameters := []engine.Parameter{engine.Hash(64, 1024), engine.Threads(1, 16), engine.Level(8, 8)}
	config := engine.Defaults(parameters)
	for _, p := range parameters {
		if p.Name == "level" {
			fmt.Println(p.Set(&config, "3"))
			fmt.Println(p.Set(&config, "9"))
		}
	}
	fmt.Printf("hash %d, threads %d, level %d\n", config.TableMiB, config.Threads, config.Level)
	// Output:
	// <nil>
	// want a whole number from 1 to 8
	// hash 64, threads 1, level 3
}

func TestParameterSet(t *testing.T) {
	for _, test := range []struct {
		value string
		want  int // 0 if it is refused
	}{
		{"1", 1},
		{"16", 16},
		{"0", 0},
		{"17", 0},
		{"-1", 0},
		{"", 0},
		{"two", 0},
		{"1.5", 0},
	} {
		var c engine.Config
		err := engine.Threads(1, 16).Set(&c, test.value)
		if c != (engine.Config{Threads: test.want}) || (err == nil) != (test.want != 0) {
			t.Errorf("%q sets %+v, %v", test.value, c, err)
		}
	}
}
