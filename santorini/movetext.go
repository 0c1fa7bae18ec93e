package santorini

import (
	"errors"
	"fmt"
	"strings"

	"thera/game"
)

// String returns the canonical text: "c3-c4(d4)", "c3-c4" for a winning step and
// "@b2,d4" for a placement. Powers add to it: "c3-c4-d5(d4)", "c3-c4(d4D)",
// "c3-c4(d4,e5)", "(b3)c3-c4(d4)", "c3-c5,b2-a1(d4)", and "(d4)" if no worker moves.
func (m Move) String() string {
	if m.IsPlacement() {
		return "@" + m.from().String() + "," + m.to().String()
	}
	extra, more, end := m.Extra()
	var text strings.Builder
	if extra == Before {
		text.WriteString("(" + more.String() + ")")
	}
	if !m.IsStill() {
		text.WriteString(m.from().String())
		if extra == Via {
			text.WriteString("-" + more.String())
		}
		text.WriteString("-" + m.to().String())
	}
	if extra == Both {
		text.WriteString("," + more.String() + "-" + end.String())
	}
	if m.build() == Nowhere {
		return text.String()
	}
	text.WriteString("(" + m.build().String())
	switch extra {
	case Domed:
		text.WriteByte('D')
	case Also:
		text.WriteString("," + more.String())
	}
	return text.String() + ")"
}

// form is a notation for turns: a pattern of [game.ScanSquares] and the meaning of its
// squares.
type form struct {
	pattern string
	move    func(s []Space) Move
}

var forms = []form{
	{"#-#(#)", moveAndBuild},
	{"# # #", moveAndBuild},
	{"##,##", func(s []Space) Move { return PackMove(s[0], s[1], s[3]) }},
	{"#-#", onlyMove},
	{"# #", onlyMove},
	{"##", onlyMove},
	{"@#,#", place},
	{"@# #", place},
	{"#-#-#(#)", func(s []Space) Move { return PackMove(s[0], s[2], s[3]).with(Via, s[1]) }},
	{"#-#-#", func(s []Space) Move { return PackMove(s[0], s[2], Nowhere).with(Via, s[1]) }},
	{"#-#(#D)", func(s []Space) Move { return PackMove(s[0], s[1], s[2]).with(Domed, 0) }},
	{"#-#(#,#)", func(s []Space) Move { return PackMove(s[0], s[1], s[2]).with(Also, s[3]) }},
	{"(#)#-#(#)", func(s []Space) Move { return PackMove(s[1], s[2], s[3]).with(Before, s[0]) }},
	{"#-#,#-#(#)", func(s []Space) Move { return PackMove(s[0], s[1], s[4]).withWalk(s[2], s[3]) }},
	{"(#)", func(s []Space) Move { return PackMove(Nowhere, Nowhere, s[0]) }},
}

func moveAndBuild(s []Space) Move { return PackMove(s[0], s[1], s[2]) }
func onlyMove(s []Space) Move     { return PackMove(s[0], s[1], Nowhere) }
func place(s []Space) Move        { return placement | PackMove(s[0], s[1], Nowhere) }

// ParseMove reads a move's canonical text, and also the engine protocol's "c3c4,c4d4"
// and "c3c4", and squares separated by space characters as in "c3 c4 d4", "c3 c4" and
// "@b2 d4". Squares that a power adds may be in either order.
func ParseMove(text string) (Move, error) {
	for _, f := range forms {
		named, ok := game.ScanSquares(text, f.pattern)
		if !ok {
			continue
		}
		s := make([]Space, len(named))
		for i, name := range named {
			if s[i], ok = SpaceOf(name); !ok {
				return 0, fmt.Errorf("square %q: want one from a1 to e5", name)
			}
		}
		switch {
		case f.pattern[0] == '@' && s[0] >= s[1]:
			return 0, fmt.Errorf("squares %s and %s: want two in the order of their names, as in @b2,d4", s[0], s[1])
		case f.pattern == "##,##" && s[1] != s[2]:
			return 0, fmt.Errorf("moves to %s and builds from %s: want the same square", s[1], s[2])
		}
		return f.move(s), nil
	}
	return 0, errors.New("want from-to(build), from-to or @square,square, as in c3-c4(d4), c3-c4 or @b2,d4, " +
		"or what a power allows, as in c3-c4-d5(d4), c3-c4(d4D), c3-c4(d4,e5), (b3)c3-c4(d4), c3-c5,b2-a1(d4) or (d4)")
}
