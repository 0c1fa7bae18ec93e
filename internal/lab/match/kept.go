package match

import (
	"embed"
	"fmt"
	"strings"

	"thera/internal/catalog"
)

//go:embed kept/*.txt
var kept embed.FS

// BuiltInOpenings returns the openings that come with the program for the default
// variant of a game, in the order of the file. Each file begins with the command that
// made it.
func BuiltInOpenings(entry catalog.Entry) (OpeningList, error) {
	name := entry.Game.Name()
	text, err := BuiltInOpeningsText(name)
	if err != nil {
		return OpeningList{}, err
	}
	start, err := entry.Game.Start("")
	if err != nil {
		return OpeningList{}, err
	}
	list, err := readInOrder(strings.NewReader(text), entry.Game, start)
	if err != nil {
		return OpeningList{}, fmt.Errorf("kept openings of %s: %w", name, err)
	}
	return list, nil
}

// BuiltInOpeningsText returns the text of that file.
func BuiltInOpeningsText(game string) (string, error) {
	text, err := kept.ReadFile("kept/" + game + ".txt")
	if err != nil {
		return "", fmt.Errorf("no openings of %s are kept: %w", game, err)
	}
	return string(text), nil
}
