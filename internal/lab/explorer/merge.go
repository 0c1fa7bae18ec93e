package explorer

import (
	"errors"
	"fmt"
	"io"
)

// Merge adds up files of one game. Moves that were too rare for one of the files stay
// unknown, even if they are no longer rare in total. It uses the options About, Min and
// Temp.
func Merge(out io.Writer, opt Options, files ...*File) (About, error) {
	if len(files) == 0 {
		return About{}, errors.New("no files: want at least one")
	}
	about := About{Game: files[0].about.Game, About: opt.About, Min: files[0].about.Min}
	var sources []rows
	for _, f := range files {
		if f.about.Game != about.Game {
			return about, fmt.Errorf("files of %s and of %s: want those of one game", about.Game, f.about.Game)
		}
		about.Games += f.about.Games
		about.Plies = max(about.Plies, f.about.Plies)
		about.Min = min(about.Min, f.about.Min)
		about.see(f.about.First)
		about.see(f.about.Last)
		sources = append(sources, f.rows())
	}
	about.Min = max(about.Min, opt.Min)
	return write(out, opt.Temp, about, merge(sources))
}

// rows yields the contents of the file in sorted order.
func (f *File) rows() rows {
	return func(yield func(row, error) bool) {
		for p, err := range f.positions() {
			if err != nil {
				yield(row{}, err)
				return
			}
			if p.others > 0 && !yield(row{key: p.key, Tally: Tally{Games: p.others}}, nil) {
				return
			}
			for _, m := range p.moves {
				if !yield(m, nil) {
					return
				}
			}
		}
	}
}
