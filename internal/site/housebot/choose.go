package housebot

import (
	"cmp"
	"context"
	"math"
	"slices"

	"thera/internal/lab/rating"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

const (
	// how many games with bots one player can have at a time
	maxGames = 20
	// the level taken to be as strong as a new player or guest
	newcomer = 3
)

// Resident is a bot that can be played.
type Resident struct {
	Player play.Player `json:"player"`
	Level  int         `json:"level"`
	// Rating is the bot's own rating or, before it is known, an estimate.
	Rating int `json:"rating"`
}

// Residents returns the bots of a game by level, with their ratings at a speed.
func (b *Bots) Residents(ctx context.Context, game string, speed play.Speed) ([]Resident, error) {
	var all []Resident
	known, offset := 0, 0.0
	for _, m := range b.byID {
		if m.entry.Game.Name() != game {
			continue
		}
		r, err := b.config.Store.Rating(ctx, m.player.ID, game, speed, b.config.House.Now())
		if err != nil {
			return nil, err
		}
		one := Resident{Player: m.player, Level: m.level}
		if r.Games > 0 || !r.Provisional() {
			one.Player.Rating, one.Player.Provisional = int(math.Round(r.Rating.Rating)), r.Deviation >= rating.Provisional
		}
		if one.Player.Rating > 0 && !one.Player.Provisional {
			one.Rating = one.Player.Rating
			known++
			offset += r.Rating.Rating - m.strength()
		}
		all = append(all, one)
	}
	if known > 0 {
		offset /= float64(known)
	}
	for i, one := range all {
		m := b.byID[one.Player.ID]
		switch {
		case one.Rating > 0:
		case known > 0:
			all[i].Rating = int(math.Round(m.strength() + offset))
		default:
			all[i].Rating = int(math.Round(m.strength() - m.strengthOf(newcomer) + rating.New().Rating))
		}
	}
	slices.SortFunc(all, func(a, b Resident) int { return cmp.Compare(a.Level, b.Level) })
	return all, nil
}

// strength returns the strength of the bot's level by the catalog, in Elo above
// level 1.
func (m bot) strength() float64 { return m.strengthOf(m.level) }

func (m bot) strengthOf(level int) float64 { return float64(m.entry.Strengths[level-1]) }

// startDeviation is the deviation of the bots' starting ratings: the
// differences between levels were measured to about ±150 Elo (95%).
const startDeviation = 80

// start returns the rating the bot has before its first game, as far from the
// newcomer's as the levels were measured to be. It anchors everybody who plays the
// bot, so that ratings keep their meaning over the years. It changes like any other.
func (m bot) start() rating.Rating {
	const steady = 0.06 // a level plays no better with time
	points := rating.New().Rating + m.strength() - m.strengthOf(newcomer)
	return rating.Rating{Rating: points, Deviation: startDeviation, Volatility: steady}
}

// Starts returns the bots of a game by level, with their starting ratings.
func (b *Bots) Starts(game string) (all []Resident) {
	for _, m := range b.byID {
		if m.entry.Game.Name() == game {
			all = append(all, Resident{Player: m.player, Level: m.level, Rating: int(math.Round(m.start().Rating))})
		}
	}
	slices.SortFunc(all, func(a, b Resident) int { return cmp.Compare(a.Level, b.Level) })
	return all
}

// Choose returns n bots for the seats that are left, those with ratings nearest to
// who's. If named is not "", that bot is among them, and it must play the game.
func (b *Bots) Choose(ctx context.Context, who play.Player, terms lobby.Terms, n int, named string) ([]play.Player, error) {
	all, err := b.Residents(ctx, terms.Game, terms.Control.Speed())
	if err != nil {
		return nil, err
	}
	if err := b.checkGameLimit(ctx, who); err != nil {
		return nil, err
	}
	wanted := who.Rating
	if m, ok := b.byID[named]; ok {
		i := slices.IndexFunc(all, func(r Resident) bool { return r.Player.ID == named })
		if i < 0 {
			return nil, play.Refuse(lobby.NoBot, "%s plays only %s", m.player.Name, m.entry.Game.Name())
		}
		wanted = all[i].Rating
	}
	if wanted == 0 {
		wanted = int(rating.New().Rating)
	}
	far := func(r Resident) int {
		if r.Player.ID == named {
			return -1
		}
		return max(r.Rating-wanted, wanted-r.Rating)
	}
	slices.SortStableFunc(all, func(a, b Resident) int { return cmp.Compare(far(a), far(b)) })
	if len(all) < n {
		return nil, play.Refuse(lobby.NoBot, "only %d house bots play %q: %d seats are open", len(all), terms.Game, n)
	}
	var chosen []play.Player
	for _, r := range all[:n] {
		chosen = append(chosen, r.Player)
	}
	return chosen, nil
}

func (b *Bots) checkGameLimit(ctx context.Context, who play.Player) error {
	games, err := b.config.Store.Running(ctx, who.ID)
	if err != nil {
		return err
	}
	n := 0
	for _, g := range games {
		if slices.ContainsFunc(g.Players, func(p play.Player) bool { return b.Has(p.ID) }) {
			n++
		}
	}
	if n >= maxGames {
		return play.Refuse(lobby.TooMany, "%d games with house bots: finish one first", n)
	}
	return nil
}
