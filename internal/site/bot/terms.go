package bot

import (
	"fmt"
	"strings"

	"thera/internal/catalog"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// ParseTerms reads what a bot offers: a game, optionally with a variant, a clock, and
// rated or casual, as in "amazons/6x6 5+3 rated". The default is casual.
func ParseTerms(text string) (lobby.Terms, error) {
	wrong := func(err error) (lobby.Terms, error) {
		return lobby.Terms{}, fmt.Errorf("%q: %w: want GAME/VARIANT CLOCK and rated or casual, as in \"amazons/6x6 5+3 rated\"", text, err)
	}
	words := strings.Fields(text)
	if len(words) < 2 || len(words) > 3 {
		return wrong(fmt.Errorf("%d words", len(words)))
	}
	name, variant, _ := strings.Cut(words[0], "/")
	entry, err := catalog.Find(name)
	if err != nil {
		return wrong(err)
	}
	if variant == "" {
		variant = entry.Game.Variants()[0]
	}
	if _, err := entry.Game.Start(variant); err != nil {
		return wrong(err)
	}
	t := lobby.Terms{Game: name, Variant: variant}
	if t.Control, err = play.ParseControl(words[1]); err != nil {
		return wrong(err)
	}
	if len(words) == 3 {
		if t.Rated = words[2] == "rated"; !t.Rated && words[2] != "casual" {
			return wrong(fmt.Errorf("word %q", words[2]))
		}
	}
	return t, nil
}
