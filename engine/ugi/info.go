package ugi

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"thera/engine"
)

// formatInfo returns the line that reports what a search knows. "wdl" is the
// chances of win, draw and loss in thousandths; no game here has draws. Ranks
// are counted from 1 in the protocol, from 0 in an Info.
func (p Protocol) formatInfo(i engine.Info) string {
	// Speeds measured over less than a millisecond are meaningless.
	nps := float64(i.Nodes) / max(i.Time, time.Millisecond).Seconds()
	win := int(math.Round(1000 * i.Score.WinProbability()))
	return fmt.Sprintf("info depth %d nodes %d nps %.0f time %d score %s wdl %d 0 %d multipv %d pv %s",
		i.Depth, i.Nodes, nps, i.Time.Milliseconds(), p.scoreText(i.Score), win, 1000-win, i.Rank+1,
		strings.Join(formatMoves(i.Line), " "))
}

// infoLine is the content of an info line.
type infoLine struct {
	Depth   int // plies
	Nodes   uint64
	Time    time.Duration
	Score   engine.Score
	MultiPV int      // the rank of the line, 1 for the best
	PV      []string // the line of play, as wire text
	// Keys are the keywords that occurred, in order.
	Keys []string
}

// has reports whether a keyword occurred, such as "nodes".
func (i infoLine) has(key string) bool { return slices.Contains(i.Keys, key) }

// isScore reports whether the line has a score that is not a bound.
func (i infoLine) isScore() bool {
	return i.has("score") && !i.has("lowerbound") && !i.has("upperbound")
}

// infoWords is the number of words after each keyword that has any.
var infoWords = map[string]int{
	"depth": 1, "seldepth": 1, "time": 1, "nodes": 1, "nps": 1, "multipv": 1, "hashfull": 1, "tbhits": 1,
	"cpuload": 1, "currmove": 1, "currmovenumber": 1, "score": 2, "wdl": 3,
}

// parseInfo parses the words of an info line. Unknown words are skipped, as UCI requires;
// "string" and keywords that UCI allows only at the end of a line end it.
func (p Protocol) parseInfo(words []string) (infoLine, error) {
	info := infoLine{MultiPV: 1}
	for len(words) > 0 {
		key := words[0]
		words = words[1:]
		info.Keys = append(info.Keys, key)
		n := infoWords[key]
		if len(words) < n {
			return info, fmt.Errorf("%s %q: want %d words", key, strings.Join(words, " "), n)
		}
		if err := info.read(p, key, words[:n]); err != nil {
			return info, err
		}
		words = words[n:]
		switch key {
		case "pv":
			info.PV = words
			return info, nil
		case "string", "refutation", "currline":
			return info, nil
		}
	}
	return info, nil
}

func (i *infoLine) read(p Protocol, key string, words []string) error {
	var numbers []int
	for n, word := range words {
		if key == "currmove" || key == "score" && n == 0 {
			continue
		}
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 && key != "score" {
			return fmt.Errorf("%s %q: want a whole number", key, word)
		}
		numbers = append(numbers, n)
	}
	var err error
	switch key {
	case "depth":
		i.Depth = numbers[0]
	case "nodes":
		i.Nodes = uint64(numbers[0])
	case "time":
		i.Time = time.Duration(min(numbers[0], math.MaxInt32)) * time.Millisecond
	case "multipv":
		i.MultiPV = numbers[0]
	case "score":
		i.Score, err = p.score(words[0], numbers[0])
	}
	return err
}
