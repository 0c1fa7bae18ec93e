package main

import (
	"fmt"
	"io/fs"
	"log/slog"

	"thera/internal/lab/puzzle"
	"thera/internal/site/attempts"
	"thera/web"
)

// openTrials keeps who has tried which of the page's puzzles.
func (s *service) openTrials(log *slog.Logger) (*attempts.API, error) {
	files, err := fs.Glob(web.Puzzles(), "*.jsonl")
	if err != nil {
		return nil, err
	}
	var all []puzzle.Puzzle
	for _, name := range files {
		some, err := readPuzzles(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, some...)
	}
	return attempts.New(attempts.Config{DB: s.store.DB(), Identity: s.gate, Puzzles: all, Log: log}), nil
}

func readPuzzles(name string) ([]puzzle.Puzzle, error) {
	file, err := web.Puzzles().Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return puzzle.Read(file)
}
