package main

import (
	"fmt"
	"log/slog"
	"sync"

	"thera/internal/catalog"
	"thera/internal/lab/match"
	"thera/internal/site/class"
	"thera/internal/site/housebot"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/tournament"
)

// openContests makes what runs contests, and their side of the API.
func (s *service) openContests(house *room.House, lobby *lobby.Lobby, classes *class.Classes, bots *housebot.Bots, log *slog.Logger) {
	books := &books{of: map[string]match.OpeningList{}}
	residents := func(game string) (all []play.Player) {
		for _, bot := range bots.Starts(game) {
			all = append(all, bot.Player)
		}
		return all
	}
	contests := tournament.NewDirector(tournament.DirectorConfig{
		Store: s.store, House: house, Lobby: lobby, Classes: classes, Opening: books.position, Residents: residents, Log: log,
	})
	s.hall = tournament.NewAPI(tournament.APIConfig{Director: contests, Identity: s.gate, Log: log, Limits: tournament.DefaultLimits()})
	s.run = append(s.run, contests.Run)
}

// books are the openings that come with the program, each game's read once.
type books struct {
	mu sync.Mutex
	of map[string]match.OpeningList
}

// position returns the position after an opening of a game's book.
func (b *books) position(game string, n int) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	book, ok := b.of[game]
	if !ok {
		entry, err := catalog.Find(game)
		if err != nil {
			return "", err
		}
		if book, err = match.BuiltInOpenings(entry); err != nil {
			return "", err
		}
		b.of[game] = book
	}
	opening, err := book.Opening(n)
	if err != nil {
		return "", err
	}
	pos, err := opening.End()
	if err != nil {
		return "", err
	}
	return fmt.Sprint(pos), nil
}
