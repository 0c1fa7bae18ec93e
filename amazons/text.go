package amazons

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"thera/game"
)

// isTrailing reports whether fields are those that chess programs append after the side
// to move: castling, en passant and two counters, which mean nothing here.
func isTrailing(fields []string) bool {
	return len(fields) == 4 && fields[0] == "-" && fields[1] == "-" &&
		strings.Trim(fields[2]+fields[3], "0123456789") == ""
}

// Parse reads a position's text in the dialect of Fairy-Stockfish: ranks from the top,
// Q White, q Black, * arrow, numbers for runs of empty squares, then w or b for the
// side to move. Trailing fields such as "- - 0 1" are ignored. Either side may have any
// number of amazons, including none, as endings and puzzles need. Errors quote the
// offending part; the Parse method of [game.Game] also quotes the whole text.
//
// rules/amazons.md 1.1
func Parse(text string) (Position, error) {
	var p Position
	fields := strings.Fields(text)
	if len(fields) != 2 && (len(fields) < 2 || !isTrailing(fields[2:])) {
		return p, fmt.Errorf("want a board and the side to move, as in \"3q2q3/10/… w\"")
	}
	rows := strings.Split(fields[0], "/")
	if len(rows) > game.MaxRanks {
		return p, fmt.Errorf("%d ranks: want at most %d", len(rows), game.MaxRanks)
	}
	p.ranks = uint8(len(rows))
	for i, row := range rows {
		rank := len(rows) - 1 - i
		files, err := p.parseRank(row, rank)
		if err != nil {
			return p, fmt.Errorf("rank %d %q: %w", rank+1, row, err)
		}
		if i == 0 {
			p.files = uint8(files)
		}
		if files != int(p.files) {
			return p, fmt.Errorf("rank %d %q has %d squares, the ranks above have %d: want ranks of equal length", rank+1, row, files, p.files)
		}
	}
	switch fields[1] {
	case "w":
		p.turn = White
	case "b":
		p.turn = Black
	default:
		return p, fmt.Errorf("side to move %q: want w or b", fields[1])
	}
	p.hash = p.freshHash()
	return p, nil
}

// parseRank puts one rank on the board and returns its number of squares.
func (p *Position) parseRank(row string, rank int) (files int, err error) {
	for row != "" {
		digits := len(row) - len(strings.TrimLeft(row, "0123456789"))
		_, size := utf8.DecodeRuneInString(row)
		run, width := row[:max(digits, size)], 1
		row = row[len(run):]
		if digits > 0 {
			width, err = strconv.Atoi(run)
			if err != nil || width < 1 || width > game.MaxFiles || run[0] == '0' {
				return 0, fmt.Errorf("run %q: want a number of empty squares from 1 to %d", run, game.MaxFiles)
			}
		}
		if files+width > game.MaxFiles {
			return 0, fmt.Errorf("more than %d squares", game.MaxFiles)
		}
		s := game.At(files, rank)
		switch {
		case digits > 0:
			for i := range width {
				p.empty = p.empty.With(s + game.Square(i))
			}
		case run == "Q":
			p.amazons[White] = p.amazons[White].With(s)
		case run == "q":
			p.amazons[Black] = p.amazons[Black].With(s)
		case run != "*":
			return 0, fmt.Errorf("character %q: want Q, q, * or a number", run)
		}
		files += width
	}
	if files == 0 {
		return 0, fmt.Errorf("no squares")
	}
	return files, nil
}

// String returns the canonical text, which ends with the side to move.
func (p *Position) String() string {
	var out strings.Builder
	for rank := int(p.ranks) - 1; rank >= 0; rank-- {
		run := 0
		flush := func() {
			if run > 0 {
				out.WriteString(strconv.Itoa(run))
			}
			run = 0
		}
		for file := range int(p.files) {
			switch s := game.At(file, rank); {
			case p.empty.Has(s):
				run++
				continue
			case p.amazons[White].Has(s):
				flush()
				out.WriteByte('Q')
			case p.amazons[Black].Has(s):
				flush()
				out.WriteByte('q')
			default:
				flush()
				out.WriteByte('*')
			}
		}
		flush()
		if rank > 0 {
			out.WriteByte('/')
		}
	}
	return out.String() + [2]string{" w", " b"}[p.turn]
}
