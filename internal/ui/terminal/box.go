package terminal

import (
	"slices"
	"unicode"

	tea "charm.land/bubbletea/v2"
)

// box is a line of text being typed. Boxes are values.
type box struct {
	purpose purpose
	text    []rune
	at      int // the cursor is before this character
	// isSelected is true of a proposed text that was not touched yet: typing replaces it.
	isSelected bool
}

type purpose uint8

const (
	noBox purpose = iota
	moveBox
	saveBox
	openBox
)

func (p purpose) label() string {
	return [...]string{noBox: "", moveBox: "Move: ", saveBox: "Save as: ", openBox: "Open: "}[p]
}

func newBox(p purpose, text string) box {
	return box{purpose: p}.insert(text)
}

// proposal returns a box with a text that typing replaces.
func proposal(p purpose, text string) box {
	b := newBox(p, text)
	b.isSelected = len(b.text) > 0
	return b
}

func (b box) String() string { return string(b.text) }

// insert types text without invisible characters such as line ends.
func (b box) insert(text string) box {
	var seen []rune
	for _, r := range text {
		if unicode.IsPrint(r) {
			seen = append(seen, r)
		}
	}
	if b.isSelected && len(seen) > 0 {
		b.text, b.at, b.isSelected = nil, 0, false
	}
	b.text = slices.Insert(slices.Clone(b.text), b.at, seen...)
	b.at += len(seen)
	return b
}

func (b box) remove(from, to int) box {
	from, to = max(from, 0), min(to, len(b.text))
	b.text = slices.Delete(slices.Clone(b.text), from, to)
	b.at = from
	return b
}

func (b box) press(key tea.KeyPressMsg) box {
	if b.isSelected {
		switch key.String() {
		case "backspace", "delete", "ctrl+u":
			b.isSelected = false
			return b.remove(0, len(b.text))
		case "left", "right", "home", "end", "ctrl+a", "ctrl+e":
			b.isSelected = false
		}
	}
	switch key.String() {
	case "left":
		b.at = max(b.at-1, 0)
	case "right":
		b.at = min(b.at+1, len(b.text))
	case "home", "ctrl+a":
		b.at = 0
	case "end", "ctrl+e":
		b.at = len(b.text)
	case "backspace":
		return b.remove(b.at-1, b.at)
	case "delete":
		if b.at < len(b.text) {
			return b.remove(b.at, b.at+1)
		}
	case "ctrl+u":
		return b.remove(0, b.at)
	default:
		return b.insert(key.Text)
	}
	return b
}

// window returns the part of the text that fits a width, with the cursor in it, and the
// cursor's place in that part.
func (b box) window(width int) (text string, cursor int) {
	from := max(0, b.at-max(width-1, 0))
	to := min(len(b.text), from+max(width, 0))
	return string(b.text[from:to]), b.at - from
}
