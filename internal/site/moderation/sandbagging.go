package moderation

import (
	"cmp"
	"math"
	"slices"

	"thera/internal/lab/rating"
)

// outcome is how a rated game ended for a player.
type outcome struct {
	id            string
	rating, other float64 // the player's and the opponent's, before the game
	won           bool
	plies         int
	resigned      bool    // by the player
	chance        float64 // the engine's of the player at the end, if it was resigned
}

// SandbaggingEvidence is what suggests that a player loses on purpose.
type SandbaggingEvidence struct {
	Games  int `json:"games" doc:"The rated games that were looked at"`
	Losses int `json:"losses" doc:"How many of them the player lost"`
	// Thrown are losses by resigning with a good chance, or after few turns.
	Thrown      int      `json:"thrown" doc:"Losses by resigning a game that was not lost, or early"`
	ThrownRate  Measure  `json:"thrownRate" doc:"Their share of all losses, compared with all players"`
	Performance float64  `json:"performance" doc:"The rating that the results of the other games amount to"`
	Rating      float64  `json:"rating" doc:"The rating before these games, on average"`
	ThrownGames []string `json:"thrownGames" doc:"The IDs of the thrown ones"`
}

const (
	goodChance   = 0.6 // of winning, with which hardly anybody resigns
	earlyPart    = 3   // a loss is early in this part of the usual length
	minLosses    = 5
	gapDeviation = 100 // rating points that count as one standard deviation
	minOthers    = 5   // games not thrown, for a performance
)

// isThrown reports whether a game looks lost on purpose. An early loss counts only where
// the player gave up, since anybody may overlook something.
func (o outcome) isThrown(usual float64) bool {
	return !o.won && o.resigned && (o.chance >= goodChance || float64(o.plies) < usual/earlyPart)
}

// sandbaggingSuspects ranks players by their losses on purpose. The share of such losses
// that is normal is that of all players together.
func sandbaggingSuspects(outcomes map[string][]outcome) []Suspect {
	var lengths []float64
	for _, all := range outcomes {
		for _, o := range all {
			lengths = append(lengths, float64(o.plies))
		}
	}
	if len(lengths) == 0 {
		return nil
	}
	usual := median(lengths)
	thrown, losses := 0, 0
	for _, all := range outcomes {
		for _, o := range all {
			if !o.won {
				losses++
			}
			if o.isThrown(usual) {
				thrown++
			}
		}
	}
	var found []Suspect
	for player, all := range outcomes {
		if s, ok := sandbagging(player, all, usual, thrown, losses); ok {
			found = append(found, s)
		}
	}
	return ranked(found)
}

func sandbagging(player string, all []outcome, usual float64, thrownByAll, lossesOfAll int) (Suspect, bool) {
	e := SandbaggingEvidence{Games: len(all)}
	var others []outcome
	for _, o := range all {
		e.Rating += o.rating / float64(len(all))
		if !o.won {
			e.Losses++
		}
		if o.isThrown(usual) {
			e.Thrown++
			e.ThrownGames = append(e.ThrownGames, o.id)
		} else {
			others = append(others, o)
		}
	}
	if e.Losses < minLosses || e.Thrown == 0 {
		return Suspect{}, false
	}
	// The others' share, as if there were one thrown loss more, so that it is never 0.
	normal := float64(thrownByAll-e.Thrown+1) / float64(max(1, lossesOfAll-e.Losses)+1)
	normal = min(normal, 0.5)
	share := float64(e.Thrown) / float64(e.Losses)
	e.ThrownRate = Measure{share, normal, (share - normal) / math.Sqrt(normal*(1-normal)/float64(e.Losses))}.rounded()
	score := min(e.ThrownRate.Above, mostDeviation)
	if len(others) >= minOthers {
		e.Performance = performance(others)
		score += min(max(0, e.Performance-e.Rating)/gapDeviation, mostDeviation) / 2
	}
	e.Rating, e.Performance = math.Round(e.Rating), math.Round(e.Performance)
	return Suspect{Suspicion: Sandbagging, ID: player, Rating: e.Rating, Score: math.Round(score*100) / 100, Evidence: Evidence{Sandbagging: &e}}, true
}

// performance returns the rating at which the expected score is the one achieved, with
// half a game added either way so that it is finite.
func performance(all []outcome) float64 {
	score, average := 0.5, 0.0
	for _, o := range all {
		if o.won {
			score++
		}
		average += o.other / float64(len(all))
	}
	return average + rating.Difference(score/float64(len(all)+1))
}

// ranked sorts suspects, those who stand out most first.
func ranked(all []Suspect) []Suspect {
	slices.SortFunc(all, func(a, b Suspect) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
	})
	return all
}
