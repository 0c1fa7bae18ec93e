package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
)

// countParts prints how many parts of up to a number of squares have each nimber.
func (p *program) countParts(cmd *cobra.Command, entry catalog.Entry, args []string, most int) error {
	census, ok := catalog.CensusOf(entry)
	switch {
	case !ok:
		return usagef("--parts: the parts of %s can't be counted", args[0])
	case len(args) > 1:
		return usagef("board %q and --parts: want only one of them", args[1])
	case most > census.Most:
		return usagef("--parts %d: want at most %d squares", most, census.Most)
	}
	if err := alone(cmd, "parts"); err != nil {
		return err
	}
	for squares := 1; squares <= most; squares++ {
		tallies, err := census.Count(cmd.Context(), squares)
		if err != nil {
			return err
		}
		if err := printAll(p, tallies, func(t catalog.Tally) tallyResult { return tallyResult{t} }); err != nil {
			return err
		}
	}
	return nil
}

type tallyResult struct{ catalog.Tally }

func (r tallyResult) String() string {
	return fmt.Sprintf("%s, nimber %d: %s, such as %s",
		counted(r.Squares, "square", "squares"), r.Nimber, counted(r.Parts, "part", "parts"), r.Example)
}
