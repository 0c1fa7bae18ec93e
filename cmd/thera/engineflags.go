package main

import (
	"fmt"
	"runtime"

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
	for _, p := range catalog.Parameters() {
		usage := map[string]string{
			"threads": "search with this `NUMBER` of threads (default all cores, but 1 with --nodes or --depth, for the same answer each time)",
			"hash":    fmt.Sprintf("keep a table of this many `MIB` (default %d)", p.Default),
			"level":   fmt.Sprintf("play at this `LEVEL`, from 1, the weakest, to %d (default %d)", p.Max, p.Default),
		}
		cmd.Flags().Func(p.Name, usage[p.Name], func(text string) error { return p.Set(&f.config, text) })
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
