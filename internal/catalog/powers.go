package catalog

import (
	"context"

	"thera/engine"
	"thera/internal/catalog/setup"
	"thera/santorini"
	"thera/santorini/opening"
)

// ResolvePowers returns the variant that results from choosing powers by a method, for a
// variant of the game, "" for the default; see [setup.Cards.Resolve].
func (e Entry) ResolvePowers(variant string, way setup.Method, seed uint64) (string, error) {
	pos, err := e.Game.Start(variant)
	if err != nil {
		return "", err
	}
	if variant == "" {
		variant = e.Game.Variants()[0]
	}
	return e.Cards.Resolve(variant, pos.Board().Seats, way, seed)
}

func santoriniCards() setup.Cards {
	cards := setup.Cards{None: santorini.Mortal.String(), Rule: func(name string) string {
		power, err := santorini.ParsePower(name)
		if err != nil {
			return ""
		}
		return power.Rule()
	}}
	cards.Rates = santoriniRate
	for _, power := range santorini.Powers()[1:] {
		cards.Names = append(cards.Names, power.String())
	}
	return cards
}

// santoriniRate returns how often seat 1 wins with its power against that of seat 2.
func santoriniRate(powers []string) (rate setup.WinRate, ok bool) {
	if len(powers) != 2 {
		return rate, false
	}
	var seats [2]santorini.Power
	for seat, name := range powers {
		power, err := santorini.ParsePower(name)
		if err != nil {
			return rate, false
		}
		seats[seat] = power
	}
	count := opening.BalanceOf(seats[0], seats[1])
	low, high := count.Interval()
	return setup.WinRate{First: count.Rate(), Error: (high - low) / 2, Games: count.Games}, count.Games > 0
}

// withBook returns engines that at the highest level answer from the book if only a move is
// asked for.
func withBook(e Engine, book *opening.Book) Engine {
	return Engine{e.Name, func(c engine.Config) engine.Engine {
		if levelOf(c) < MaxLevel {
			return e.New(c)
		}
		return around{e.New(c), func(ctx context.Context, e engine.Engine, req engine.Request) (engine.Info, error) {
			if wantsMove(req) {
				if info, ok := book.Find(req.Position, req.Seed); ok {
					return reported(req, info), nil
				}
			}
			return e.Search(ctx, req)
		}}
	}}
}

// wantsMove reports whether only a move is asked for: no certain depth nor
// several lines, which only a search has.
func wantsMove(req engine.Request) bool { return req.Limits.Depth == 0 && req.Lines <= 1 }
