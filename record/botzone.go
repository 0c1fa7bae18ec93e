package record

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"thera/game"
)

// Botzone's Amazons is 8x8. A line "x0 y0 x1 y1 x2 y2" is a move from, to and arrow,
// with x to the right and y down from 0 at the upper left corner. Black moves first and
// starts at the top, on (0,2) (2,0) (5,0) (7,2). thera's first player starts at the
// bottom, so the board is flipped: file x, rank y+1. A line of six -1 begins a game. A
// bot that plays Black gets it before its own first move, and before everything else
// the number of its turn, which is skipped.
//
// Source: the Botzone wiki, wiki.botzone.org.cn, page Amazons.

const botzoneSize = 8

var botzoneBegin = strings.TrimSpace(strings.Repeat("-1 ", 6))

// parseBotzone reads a game up to an empty line or to the line that begins the next
// one. The start is always the standard one, so the file has only moves.
func parseBotzone(s *scanner, _ []game.Game) (d draft, err error) {
	s.blanks()
	if s.peek() == end {
		return d, io.EOF
	}
	start, err := standardStart(botzoneSize, botzoneSize)
	if err != nil {
		return d, err
	}
	d = newDraft(s.at)
	d.Game.Game, d.Start = d.rules.Name(), start.String()
	for begun := false; ; {
		at := s.at
		text := strings.TrimSpace(s.take(func(c byte) bool { return c != '\n' }))
		s.next()
		switch numbers := strings.Fields(text); {
		case len(numbers) == 0: // an empty line
			return d, nil
		case !begun && len(numbers) == 1 && strings.Trim(text, "0123456789") == "":
		case !begun && strings.Join(numbers, " ") == botzoneBegin:
			begun = true
		default:
			begun = true
			t, err := parseBotzoneTurn(numbers)
			if err != nil {
				return d, at.fail(text, err)
			}
			d.addTurn(t, at, text)
		}
		if c := s.peek(); c == end || c == '-' && begun {
			return d, nil
		}
	}
}

// parseBotzoneTurn reads the six numbers of a move. Counting y from the top and
// flipping the board cancel out, so y is the rank.
func parseBotzoneTurn(numbers []string) (t Turn, err error) {
	var squares [3]game.Square
	ok := len(numbers) == 2*len(squares)
	for i := range squares {
		if ok {
			x, errX := strconv.Atoi(numbers[2*i])
			y, errY := strconv.Atoi(numbers[2*i+1])
			ok = errX == nil && errY == nil && min(x, y) >= 0 && max(x, y) < botzoneSize
			squares[i] = game.At(x, y)
		}
	}
	if !ok {
		return t, fmt.Errorf("want six numbers from 0 to %d, x and y of from, to and arrow", botzoneSize-1)
	}
	return turnOf(squares), nil
}

// writeBotzone writes the moves, which are all that the format has, after a line of six
// -1. No line says whose move it is: the first one is Black's.
func writeBotzone(out *strings.Builder, g Game) error {
	start, err := startOf(g)
	if err != nil {
		return err
	}
	if standard, err := standardStart(botzoneSize, botzoneSize); err != nil || start.String() != standard.String() {
		return fmt.Errorf("start %q: want the variant 8x8", g.Start)
	}
	fmt.Fprintln(out, botzoneBegin)
	for i, t := range g.Turns {
		m, err := moveOf(t.Move, i, start.Board())
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%d %d %d %d %d %d\n", m[0].File(), m[0].Rank(), m[1].File(), m[1].Rank(), m[2].File(), m[2].Rank())
	}
	return nil
}
