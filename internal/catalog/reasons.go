package catalog

import (
	"fmt"

	"thera/amazons"
	amazonsreason "thera/amazons/endgame"
	"thera/game"
	"thera/hermit"
	hermitreason "thera/hermit/endgame"
	"thera/santorini"
	santorinireason "thera/santorini/eval"
)

func amazonsReasons(before game.Position, played, better game.Move) ([]game.Reason, error) {
	p, moves, err := packed[amazons.Position](before, amazons.ParseMove, played, better)
	if err != nil {
		return nil, err
	}
	return amazonsreason.ReasonsOf(&p, moves[0], moves[1]), nil
}

func santoriniReasons(before game.Position, played, better game.Move) ([]game.Reason, error) {
	p, moves, err := packed[santorini.Position](before, santorini.ParseMove, played, better)
	if err != nil || !forTwo(before) {
		return nil, err
	}
	return santorinireason.ReasonsOf(&p, moves[0], moves[1]), nil
}

func hermitReasons(before game.Position, played, better game.Move) ([]game.Reason, error) {
	p, moves, err := packed[hermit.Position](before, hermit.ParseMove, played, better)
	if err != nil {
		return nil, err
	}
	return hermitreason.ReasonsOf(&p, moves[0], moves[1]), nil
}

// packed returns a position and moves as searches see them. The moves must be legal.
func packed[P, M any](pos game.Position, parse func(string) (M, error), moves ...game.Move) (p P, codes []M, err error) {
	p, ok := game.KernelOf[P](pos)
	if !ok {
		return p, nil, fmt.Errorf("position %q: of another game", pos)
	}
	for _, move := range moves {
		if _, err := pos.Play(move); err != nil {
			return p, nil, err
		}
		code, err := parse(string(move))
		if err != nil {
			return p, nil, err
		}
		codes = append(codes, code)
	}
	return p, codes, nil
}
