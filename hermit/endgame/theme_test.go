package endgame_test

import (
	"strings"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/hermit/endgame"
)

func TestOf(t *testing.T) {
	for _, test := range []struct{ position, line, want string }{
		{"RY.YR 1", "Bc1", "parity"},
		{"...... 1", "Rc1-d1", "mirror split"},
		{".../.../... 1", "Rb2", "mirror"},
		{"..B..B./..B..B. 1", "Rb2-b1", "mirror"},
		{"YR.Y./...RR/.Y.../.RBB./...YY 1", "Ba4", "sum split"},
		{"...../RRYY./Y...B/..YYB/BBR.. 2", "Rd3", "pair"},
		{"..YY./BR.RR/BR..Y/.YY../.RR.. 2", "Be2-e1", "nimber"},
		{".RY../.BY.B/.R.../B.YRR/..... 1", "Ye3", "sum"},
		{".Y.B./R..../YBYB./..RB./B.YY. 1", "Re4", "mirror split"},
		{".RRB./....R/Y.Y.Y/Y...R/.RR.. 1", "Bb2-c2", "pair split"},
		{"B..../B.BB./Y..../.R.YR/...B. 2", "Rb5-c5", "mirror"},
	} {
		before := gametest.Must(t, hermit.Rules().Parse, test.position)
		after := gametest.Must(t, before.Play, game.Move(test.line))
		if got, err := endgame.ThemesOf(before, after); err != nil || strings.Join(got, " ") != test.want {
			t.Errorf("%s, %s: %s, %v; want %s", test.position, test.line, got, err, test.want)
		}
	}
}

// TestThemesOfErrors wants no themes of boards that are too large, or of another board
// or game after the turn.
func TestThemesOfErrors(t *testing.T) {
	start := func(rules game.Game, variant string) game.Position {
		return gametest.Must(t, rules.Start, variant)
	}
	small := start(hermit.Rules(), "4x4")
	for _, test := range []struct {
		name          string
		before, after game.Position
		want          string
	}{
		{"too large", start(hermit.Rules(), "10x10"), start(hermit.Rules(), "10x10"), "100 open squares"},
		{"another game", start(amazons.Rules(), "6x6"), small, "not of Hermit"},
		{"another board after", small, start(hermit.Rules(), "5x5"), "not on the board"},
		{"another game after", small, start(amazons.Rules(), "6x6"), "not on the board"},
	} {
		if themes, err := endgame.ThemesOf(test.before, test.after); err == nil || !strings.Contains(err.Error(), test.want) || themes != nil {
			t.Errorf("%s: %s, %v; want an error with %q", test.name, themes, err, test.want)
		}
	}
}
