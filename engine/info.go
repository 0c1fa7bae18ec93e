package engine

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// infoLine returns the line that reports what a search knows.
func (p Protocol) infoLine(i Info) string {
	// Speeds over less than a millisecond are of no use to anyone.
	nps := float64(i.Nodes) / max(i.Time, time.Millisecond).Seconds()
	win := int(math.Round(1000 * i.Score.WinProbability()))
	return fmt.Sprintf("info depth %d nodes %d nps %.0f time %d score %s wdl %d 0 %d multipv %d pv %s",
		i.Depth, i.Nodes, nps, i.Time.Milliseconds(), p.scoreText(i.Score), win, 1000-win, i.Rank+1,
		strings.Join(wireTexts(i.Line), " "))
}

// wireInfo is what a line of info says.
type wireInfo struct {
	depth   int
	nodes   uint64
	time    time.Duration
	score   Score
	multipv int // 1 for the best line
	pv      []string
	// keys are the words that said something, in their order.
	keys []string
}

func (w wireInfo) has(key string) bool { return slices.Contains(w.keys, key) }

// isAnswer reports whether the line tells a line of play with its score, which
// is more than a bound.
func (w wireInfo) isAnswer() bool {
	return w.has("score") && len(w.pv) > 0 && !w.has("lowerbound") && !w.has("upperbound")
}

// infoWords is how many words belong to each word of info that has any.
var infoWords = map[string]int{
	"depth": 1, "seldepth": 1, "time": 1, "nodes": 1, "nps": 1, "multipv": 1, "hashfull": 1, "tbhits": 1,
	"cpuload": 1, "currmove": 1, "currmovenumber": 1, "score": 2, "wdl": 3,
}

// parseInfo reads the words of a line of info. Words that it does not know
// are passed over, as UCI has it; "string", and what UCI says only at the end
// of a line, end it.
func (p Protocol) parseInfo(words []string) (wireInfo, error) {
	info := wireInfo{multipv: 1}
	for len(words) > 0 {
		key := words[0]
		words = words[1:]
		info.keys = append(info.keys, key)
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
			info.pv = words
			return info, nil
		case "string", "refutation", "currline":
			return info, nil
		}
	}
	return info, nil
}

// read takes the words that belong to one word of info.
func (w *wireInfo) read(p Protocol, key string, words []string) error {
	var numbers []int
	for i, word := range words {
		if key == "currmove" || key == "score" && i == 0 {
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
		w.depth = numbers[0]
	case "nodes":
		w.nodes = uint64(numbers[0])
	case "time":
		w.time = time.Duration(min(numbers[0], math.MaxInt32)) * time.Millisecond
	case "multipv":
		w.multipv = numbers[0]
	case "score":
		w.score, err = p.score(words[0], numbers[0])
	}
	return err
}
