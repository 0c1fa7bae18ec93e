package openings

import (
	"embed"
	"fmt"

	"thera/internal/catalog"
)

//go:embed kept/*.txt
var kept embed.FS

// Kept returns the openings that come with the program, for the default variant
// of a game, in the order of the file. Each file begins with the command that
// has made it.
func Kept(entry catalog.Entry) (List, error) {
	name := entry.Game.Name() + ".txt"
	file, err := kept.Open("kept/" + name)
	if err != nil {
		return List{}, fmt.Errorf("no openings of %s are kept: %w", entry.Game.Name(), err)
	}
	defer file.Close()
	start, err := entry.Game.Start("")
	if err != nil {
		return List{}, err
	}
	list, err := readInOrder(file, entry.Game, start)
	if err != nil {
		return List{}, fmt.Errorf("%s: %w", name, err)
	}
	return list, nil
}

// KeptText returns the text of that book.
func KeptText(game string) (string, error) {
	text, err := kept.ReadFile("kept/" + game + ".txt")
	return string(text), err
}
