package main

import (
	"context"
	"errors"
	"log/slog"

	"thera/internal/catalog"
	"thera/internal/catalog/draft"
	"thera/internal/lab/match"
	"thera/internal/site/housebot"
	"thera/internal/site/ladder"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
)

// ladderClock is that of the games of the ladder, the same for all: long enough
// for a program in a slow language, and short enough for many games a day.
const ladderClock = "3+2"

// openLadder makes the ladder of all games, on which house bots play so many
// games with each other while no program is there.
func (s *service) openLadder(house *room.House, meeting *lobby.Lobby, bots *housebot.Bots, exhibition int, log *slog.Logger) (*ladder.API, error) {
	config := ladder.Config{
		Store: s.store, IsConnected: meeting.Listens, Now: house.Now, Exhibition: exhibition, Log: log,
		Begin: func(ctx context.Context, id string, setup play.Setup) error {
			return meeting.Pair(ctx, id, setup, draft.AsNamed)
		},
		Absent: func(err error) bool {
			_, absent := errors.AsType[*lobby.AbsentError](err)
			return absent
		},
	}
	for _, entry := range catalog.Games() {
		g, err := ladderGame(entry)
		if err != nil {
			return nil, err
		}
		config.Games = append(config.Games, g)
		for _, r := range bots.Starts(g.Name) {
			config.House = append(config.House, ladder.Resident{Player: r.Player, Game: g.Name, Start: float64(r.Rating)})
		}
	}
	find := func(ctx context.Context, name string) (play.Player, error) {
		return s.find(ctx, "", name) // members of classes are nobody here
	}
	l := ladder.New(config)
	house.Follow(l.Follow)
	s.run = append(s.run, l.Run)
	return ladder.NewAPI(ladder.APIConfig{Ladder: l, Store: s.store, Identity: s.gate, Find: find, Rules: rulesOf, Log: log}), nil
}

// ladderGame returns what is played on the ladder of a game: its default variant,
// from the openings that come with the program.
func ladderGame(entry catalog.Entry) (ladder.Game, error) {
	control, err := play.ParseControl(ladderClock)
	if err != nil {
		return ladder.Game{}, err
	}
	g := ladder.Game{Name: entry.Game.Name(), Variant: entry.Game.Variants()[0], Control: control}
	book, err := match.BuiltInOpenings(entry)
	if err != nil {
		return g, err
	}
	for i := range book.Len() {
		o, err := book.Opening(i)
		if err != nil {
			return g, err
		}
		pos, err := o.End()
		if err != nil {
			return g, err
		}
		g.Openings = append(g.Openings, pos.String())
	}
	return g, nil
}
