package main

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"thera/internal/catalog"
	"thera/internal/lab/dataset"
	"thera/internal/site/play"
)

// dumpStore writes the rated games in a store without the names of people.
func (p *program) dumpStore(ctx context.Context, f dumpFlags, games []string) (err error) {
	about := dataset.About{
		Version: buildVersion().short(), Games: games,
		Command: "thera dump games --store STORE",
		Source:  "People and programs played these games on a server, rated, with clocks. The export has finished games outside classes.",
		Lacks: "Names and IDs of people, and dates, are left out: the service has no setting by which people agree to be named. " +
			"`players[].number` is the same for all games of a player in this dataset and means nothing outside it. " +
			"Casual, aborted and voided games are left out, and all games of accounts that were deleted before the export. " +
			"Bots are programs and keep their names. Moves are not secret: games that the server shows can be found there by their moves.",
	}
	name := "" // of all games
	if len(games) > 0 {
		name = games[0]
		if _, err := catalog.Find(name); err != nil {
			return usageError{err}
		}
		about.Command = "thera dump games " + name + " --store STORE"
	} else {
		about.Games = catalog.Names()
	}
	a, err := openAdmin(ctx, adminFlags{store: f.store})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.store.Close()) }()
	e := &storeExport{numbers: map[string]int64{}}
	made, err := dataset.WriteGames(ctx, f.out, about, p.counting(e.rows(a.store.RatedGames(ctx, name))))
	p.clear()
	if ctx.Err() != nil {
		return fmt.Errorf("%w: no folder was written; run the command again", errInterrupted)
	}
	if err != nil {
		return err
	}
	return p.print(dumpResult{made})
}

// counting shows on the terminal how many rows there are.
func (p *program) counting(rows iter.Seq2[dataset.Game, error]) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		n := 0
		for row, err := range rows {
			if n++; p.terminal && n%100 == 0 {
				p.showLine(counted(n, "game", "games"))
			}
			if !yield(row, err) {
				return
			}
		}
	}
}

// storeExport makes rows of logs.
type storeExport struct {
	numbers map[string]int64 // of players by ID, in the order in which they appear
}

func (e *storeExport) rows(logs iter.Seq2[[]play.Event, error]) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for log, err := range logs {
			var row dataset.Game
			if err == nil {
				row, err = e.row(log)
			}
			if !yield(row, err) {
				return
			}
		}
	}
}

// row returns a game without anything that says who the people are.
func (e *storeExport) row(log []play.Event) (dataset.Game, error) {
	if len(log) == 0 || log[0].Setup == nil {
		return dataset.Game{}, errors.New("log of a game: want one that begins with a setup")
	}
	setup := log[0].Setup
	rules, err := catalog.Rules(setup.Game)
	if err != nil {
		return dataset.Game{}, err
	}
	sheet, err := play.Record("", log, rules)
	if err != nil {
		return dataset.Game{}, err
	}
	positions, err := sheet.Record().Replay(rules)
	if err != nil {
		return dataset.Game{}, err
	}
	row := dataset.Game{Game: setup.Game, Variant: setup.Variant, Start: sheet.Start, Control: new(setup.Control.String()), Reason: sheet.Reason}
	if row.Variant == "" {
		row.Variant = rules.Variants()[0]
	}
	if positions[len(positions)-1].Winners() != 0 {
		row.Reason = dataset.ByRules
	}
	for _, turn := range sheet.Turns {
		row.Moves = append(row.Moves, string(turn.Move))
	}
	for _, seat := range sheet.Winners.Numbers() {
		row.Winners = append(row.Winners, int32(seat))
	}
	for _, player := range setup.Players {
		row.Players = append(row.Players, e.player(player))
	}
	return row, nil
}

func (e *storeExport) player(p play.Player) dataset.Player {
	number, ok := e.numbers[p.ID]
	if !ok {
		number = int64(len(e.numbers) + 1)
		e.numbers[p.ID] = number
	}
	row := dataset.Player{Kind: "person", Number: &number}
	if p.Rating > 0 {
		row.Rating = new(int32(p.Rating))
	}
	if p.Kind == play.Bot {
		row.Kind, row.Name = "bot", &p.Name
	}
	return row
}
