package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"thera/internal/catalog"
	"thera/internal/catalog/draft"
	"thera/internal/lab/match"
	"thera/internal/lab/puzzle"
	"thera/internal/site/ladder"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/tournament"
)

// openTournaments opens the tournaments. They and the ladders play from the openings
// that are built into the program.
func (s *Site) openTournaments() (err error) {
	s.openings = map[string][]string{}
	for _, entry := range catalog.Games() {
		if s.openings[entry.Game.Name()], err = builtInOpenings(entry); err != nil {
			return err
		}
	}
	director := tournament.NewDirector(tournament.DirectorConfig{
		Store: s.store, House: s.house, Lobby: s.lobby, Classes: s.classes, Log: s.config.Log,
		Opening: func(game string, n int) (string, error) {
			positions := s.openings[game]
			if positions == nil {
				return "", fmt.Errorf("game %q: there are no openings", game)
			}
			return positions[n%len(positions)], nil
		},
		Residents: func(game string) (all []play.Player) {
			for _, bot := range s.bots.Starts(game) {
				all = append(all, bot.Player)
			}
			return all
		},
	})
	s.tournaments = tournament.NewAPI(tournament.APIConfig{Director: director, Identity: s.identity, Log: s.config.Log, Limits: tournament.DefaultLimits()})
	s.run = append(s.run, director.Run)
	return nil
}

// ladderClock is the clock of all games on ladders: long enough for a program in a slow
// language, and short enough for many games a day.
const ladderClock = "3+2"

// openLadder opens the ladder of each game.
func (s *Site) openLadder() error {
	config := ladder.Config{
		Store: s.store, IsConnected: s.lobby.Listens, Now: s.house.Now, Exhibition: s.config.Exhibition, Log: s.config.Log,
		Begin: func(ctx context.Context, id string, setup play.Setup) error {
			return s.lobby.Pair(ctx, id, setup, draft.AsNamed)
		},
		Absent: func(err error) bool {
			_, absent := errors.AsType[*lobby.AbsentError](err)
			return absent
		},
	}
	control, err := play.ParseControl(ladderClock)
	if err != nil {
		return err
	}
	for _, entry := range catalog.Games() {
		name := entry.Game.Name()
		config.Games = append(config.Games, ladder.Game{Name: name, Variant: entry.Game.Variants()[0], Control: control, Openings: s.openings[name]})
		for _, r := range s.bots.Starts(name) {
			config.House = append(config.House, ladder.Resident{Player: r.Player, Game: name, Start: float64(r.Rating)})
		}
	}
	l := ladder.New(config)
	s.house.Follow(l.Follow)
	s.run = append(s.run, l.Run)
	find := func(ctx context.Context, name string) (play.Player, error) {
		return s.findPlayer(ctx, "", name) // members of classes are unknown here
	}
	s.ladder = ladder.NewAPI(ladder.APIConfig{Ladder: l, Store: s.store, Identity: s.identity, Find: find, Rules: catalog.Rules, Log: s.config.Log})
	return nil
}

// builtInOpenings returns the positions after the built-in openings of a game.
func builtInOpenings(entry catalog.Entry) ([]string, error) {
	list, err := match.BuiltInOpenings(entry)
	if err != nil {
		return nil, err
	}
	positions := make([]string, list.Len())
	for i := range positions {
		opening, err := list.Opening(i)
		if err != nil {
			return nil, err
		}
		end, err := opening.End()
		if err != nil {
			return nil, err
		}
		positions[i] = end.String()
	}
	return positions, nil
}

// readPuzzles reads the page's puzzles.
func readPuzzles(from fs.FS) (all []puzzle.Puzzle, err error) {
	if from == nil {
		return nil, nil
	}
	names, err := fs.Glob(from, "*.jsonl")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		file, err := from.Open(name)
		if err != nil {
			return nil, err
		}
		some, err := puzzle.Read(file)
		_ = file.Close() // it was only read
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, some...)
	}
	return all, nil
}
