package main

import (
	"fmt"
	"log/slog"
	"sync"

	"thera/internal/catalog"
	"thera/internal/class"
	"thera/internal/contest/hall"
	"thera/internal/contest/host"
	"thera/internal/housebot"
	"thera/internal/lobby"
	"thera/internal/openings"
	"thera/internal/play"
	"thera/internal/room"
)

// openContests makes what runs contests, and their side of the API.
func (s *service) openContests(house *room.House, lobby *lobby.Lobby, classes *class.Classes, bots *housebot.Bots, log *slog.Logger) {
	books := &books{of: map[string]openings.List{}}
	residents := func(game string) (all []play.Player) {
		for _, bot := range bots.Starts(game) {
			all = append(all, bot.Player)
		}
		return all
	}
	contests := host.New(host.Config{
		Store: s.store, House: house, Lobby: lobby, Classes: classes, Opening: books.position, Residents: residents, Log: log,
	})
	s.hall = hall.New(hall.Config{Host: contests, Identity: s.gate, Log: log, Limits: hall.DefaultLimits()})
	s.run = append(s.run, contests.Run)
}

// books are the openings that come with the program, each game's read once.
type books struct {
	mu sync.Mutex
	of map[string]openings.List
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
		if book, err = openings.Kept(entry); err != nil {
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
