package main

import (
	"fmt"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

	"thera/engine"
	"thera/internal/catalog"
)

// engineFlags choose an engine and set it up. Zero fields mean the defaults.
type engineFlags struct {
	name   string
	config engine.Config
}

func (f *engineFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.name, "engine", "", "search with the engine of this `NAME`, such as greedy (default the strongest)")
	most := maxConfig()
	for _, number := range []struct {
		name, usage string
		value       *int
		most        int
	}{
		{"threads", "search with this `NUMBER` of threads (default all cores, but 1 with --nodes or --depth, for the same answer each time)", &f.config.Threads, most.Threads},
		{"hash", fmt.Sprintf("keep a table of this many `MIB` (default %d)", defaultConfig().HashMiB), &f.config.HashMiB, most.HashMiB},
		{"level", fmt.Sprintf("play at this `LEVEL`, from 1, the weakest, to %d (default %[1]d)", most.Level), &f.config.Level, most.Level},
	} {
		cmd.Flags().Func(number.name, number.usage, func(text string) (err error) {
			if *number.value, err = strconv.Atoi(text); err != nil || *number.value < 1 || *number.value > number.most {
				return fmt.Errorf("want a whole number from 1 to %d", number.most)
			}
			return nil
		})
	}
}

// open returns a new engine for searches within the limits.
func (f *engineFlags) open(entry catalog.Entry, limits engine.Limits) (engine.Engine, error) {
	c := f.config
	if c.Threads == 0 && limits.Nodes == 0 && limits.Depth == 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	kind, err := entry.Engine(f.name)
	if err != nil {
		return nil, usageError{err}
	}
	return kind.New(c), nil
}
