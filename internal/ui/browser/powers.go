package browser

import (
	"errors"

	"thera/internal/catalog"
	"thera/internal/catalog/draft"
)

// PowersInfo is what the page needs to let people choose powers.
type PowersInfo struct {
	None  string     `json:"none" doc:"What a seat without a power has"`
	Names []string   `json:"names" doc:"Those that can be drawn and offered"`
	Pairs []PairInfo `json:"pairs" doc:"Measured results of two against each other"`
}

// PairInfo is the measured result of two powers.
type PairInfo struct {
	Powers [2]string `json:"powers" doc:"By seat"`
	First  float64   `json:"first" doc:"The fraction of games that seat 1 wins"`
	Error  float64   `json:"error" doc:"Half the width of its 95% interval"`
	Games  int       `json:"games"`
	Even   bool      `json:"even" doc:"Whether it is close enough to one half to count as fair"`
	Unfair bool      `json:"unfair" doc:"Whether one seat has a large advantage"`
}

// powersOf returns nil for a game without powers.
func powersOf(cards draft.Cards) *PowersInfo {
	if len(cards.Names) == 0 {
		return nil
	}
	info := PowersInfo{cards.None, cards.Names, []PairInfo{}}
	all := append([]string{cards.None}, cards.Names...)
	for _, first := range all {
		for _, second := range all {
			if rate, ok := cards.Rate([]string{first, second}); ok {
				info.Pairs = append(info.Pairs, PairInfo{[2]string{first, second}, rate.First, rate.Error, rate.Games, rate.Even(), rate.Unfair()})
			}
		}
	}
	return &info
}

// SettleParams say how powers are chosen for a variant.
type SettleParams struct {
	Game    string       `json:"game"`
	Variant string       `json:"variant"`
	Way     draft.Method `json:"way" doc:"None, random, fair, or the powers by seat, as in athena,pan"`
	Seed    uint64       `json:"seed,omitempty" doc:"Determines random powers"`
}

// Settled is the resulting variant.
type Settled struct {
	Variant  string `json:"variant"`
	Position string `json:"position"`
}

func (s *Service) settle(p SettleParams) (Settled, error) {
	entry, err := catalog.Among(s.games, p.Game)
	if err != nil {
		return Settled{}, err
	}
	variant, err := entry.ResolvePowers(p.Variant, p.Way, p.Seed)
	if err != nil {
		return Settled{}, err
	}
	pos, err := entry.Game.Start(variant)
	if err != nil {
		return Settled{}, err
	}
	return Settled{variant, pos.String()}, nil
}

// DraftParams are a draft and what is to be done in it.
type DraftParams struct {
	Game    string      `json:"game"`
	Players int         `json:"players"`
	Acts    []draft.Act `json:"acts" doc:"What has been done, optionally followed by what a player does now"`
	Seed    uint64      `json:"seed,omitempty" doc:"If not 0, the computer takes the next step"`
}

func (s *Service) draft(p DraftParams) (draft.Progress, error) {
	entry, err := catalog.Among(s.games, p.Game)
	if err != nil {
		return draft.Progress{}, err
	}
	d, err := draft.Replay(entry.Cards.Names, p.Players, p.Acts)
	if err == nil && p.Seed != 0 {
		if _, open := d.Next(); !open {
			return draft.Progress{}, errors.New("the draft is over: want no seed")
		}
		d, err = d.Do(entry.Cards.Reply(d, p.Seed))
	}
	if err != nil {
		return draft.Progress{}, err
	}
	return d.Progress(), nil
}
