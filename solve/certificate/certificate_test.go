package certificate_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"

	"thera/engine"
	"thera/engine/enginetest"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/hermit/endgame"
	"thera/santorini"
	"thera/solve/certificate"
	"thera/solve/nimber"
)

// newSolver returns a solver of Hermit.
func newSolver() engine.Solver {
	return nimber.New(func(pos game.Position) (nimber.Parts[endgame.Part, endgame.Placing], error) {
		return endgame.NewField(pos)
	}, nimber.Options{TableMiB: 2, OutcomeOnly: true})
}

func find(name string) (game.Game, error) {
	if name != "hermit" {
		return nil, fmt.Errorf("unknown game %q", name)
	}
	return hermit.Rules(), nil
}

// prove returns a certificate of a position.
func prove(t testing.TB, text string) string {
	t.Helper()
	solver := newSolver()
	pos := gametest.Must(t, hermit.Rules().Parse, text)
	v, err := solver.Solve(t.Context(), engine.Problem{Position: pos})
	if err != nil || !v.Proven {
		t.Fatal(v, err)
	}
	winner := pos.Turn()
	if !v.Winners.Has(winner) {
		winner = 1 - winner
	}
	var out bytes.Buffer
	c, err := certificate.Write(t.Context(), &out, hermit.Rules(), pos, winner, func(ctx context.Context, pos game.Position) (game.Move, error) {
		v, err := solver.Solve(ctx, engine.Problem{Position: pos})
		if err != nil {
			return "", err
		}
		return v.Moves[0], nil
	})
	if err != nil || c.Game != "hermit" || c.Position != text || c.Winner != winner {
		t.Fatalf("%+v, %v", c, err)
	}
	return out.String()
}

func TestCertificate(t *testing.T) {
	for _, text := range []string{". 1", "... 2", "../.. 1", "..../.... 1", ".../.../... 1", "R.B/.../..Y/... 2"} {
		proof := prove(t, text)
		c, err := certificate.Check(t.Context(), strings.NewReader(proof), find)
		if err != nil || c.Position != text || c.Positions == 0 {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
		if prove(t, text) != proof {
			t.Errorf("%s: a second certificate is not the same", text)
		}
	}
}

// TestChanged changes each byte of a certificate in turn, removes
// each, and wants all results refused.
func TestChanged(t *testing.T) {
	text := prove(t, "../.. 1")
	refuse := func(changed string) {
		t.Helper()
		if _, err := certificate.Check(t.Context(), strings.NewReader(changed), find); err == nil {
			t.Errorf("accepted:\n%s", changed)
		}
	}
	for i := range text {
		refuse(text[:i] + string(rune(text[i]^1)) + text[i+1:])
		refuse(text[:i] + text[i+1:])
	}
	refuse("")
}

// sealed returns a certificate with its checksum.
func sealed(body string) string {
	return body + fmt.Sprintf("sha256 %x\n", sha256.Sum256([]byte(body)))
}

// TestWrong wants certificates refused that are wrong although
// their checksums are right.
func TestWrong(t *testing.T) {
	head := "thera certificate 1\ngame hermit\nposition ... 1\nwinner %d\n"
	for name, test := range map[string]struct{ text, want string }{
		"wrong winner":     {fmt.Sprintf(head, 2) + "..Y 2\tYa1\n", "there is no move for position"},
		"no move":          {fmt.Sprintf(head, 1), `there is no move for position "... 1"`},
		"losing move":      {fmt.Sprintf(head, 1) + "... 1\tRa1\n", "is won by seat 2"},
		"illegal move":     {fmt.Sprintf(head, 1) + "... 1\tRd1\n", "illegal move"},
		"useless position": {strings.Replace(fmt.Sprintf(head, 1), "...", ".", 1) + ". 1\tRa1\n.Y. 1\tRa1\n", "1 of its 2 positions can't come about"},
		"position twice":   {fmt.Sprintf(head, 1) + "... 1\tRb1\n... 1\tRb1\n", "each position once"},
		"unended line":     {strings.Replace(fmt.Sprintf(head, 1), "...", ".", 1) + ". 1\tRa1\nanything", `want a line feed after "anything"`},
		"no tab":           {fmt.Sprintf(head, 1) + "... 1 Rb1\n", "want a position, a tab and a move"},
		"third seat":       {fmt.Sprintf(head, 3), "want "},
		"other game":       {strings.Replace(fmt.Sprintf(head, 1), "hermit", "chess", 1), `unknown game "chess"`},
		"no position":      {strings.Replace(fmt.Sprintf(head, 1), "...", "..x", 1), "character 'x'"},
		"no certificate":   {"hello\n", "want a file that begins with"},
	} {
		if _, err := certificate.Check(t.Context(), strings.NewReader(sealed(test.text)), find); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

// FuzzCheck wants only what is true to be accepted, whatever a certificate says above a right
// checksum.
func FuzzCheck(f *testing.F) {
	for _, text := range []string{". 1", "../.. 1", ".... 2"} {
		body, _, _ := strings.Cut(prove(f, text), "sha256 ")
		f.Add(body)
	}
	f.Add("thera certificate 1\ngame hermit\nposition . 1\nwinner 2\n") // seat 1 wins
	f.Fuzz(func(t *testing.T, body string) {
		c, err := certificate.Check(t.Context(), strings.NewReader(sealed(body)), find)
		if err != nil {
			return
		}
		pos := gametest.Must(t, hermit.Parse, c.Position)
		if pos.Spots().Len() > 20 {
			return
		}
		winner := pos.Turn()
		if enginetest.BruteForce[hermit.Position, hermit.Move](pos, map[hermit.Position]engine.Score{}).Lost() {
			winner = 1 - winner
		}
		if winner != c.Winner {
			t.Errorf("%s is won by seat %s: accepted\n%s", c.Position, winner, body)
		}
	})
}

// TestWriteForTwo refuses a game that three began, although two are left.
func TestWriteForTwo(t *testing.T) {
	pos := gametest.Must(t, santorini.Rules().Parse, "00000/00000/00000/00000/23000 d5e5,x,a1c1 3")
	climb := func(context.Context, game.Position) (game.Move, error) { return "a1-b1", nil }
	if c, err := certificate.Write(t.Context(), &bytes.Buffer{}, santorini.Rules(), pos, 2, climb); err == nil {
		t.Errorf("%+v, want an error", c)
	}
}

func TestWriteStops(t *testing.T) {
	stop := errors.New("enough")
	_, err := certificate.Write(t.Context(), &bytes.Buffer{}, hermit.Rules(), gametest.Must(t, hermit.Rules().Parse, "... 1"), 0,
		func(context.Context, game.Position) (game.Move, error) { return "", stop })
	if !errors.Is(err, stop) {
		t.Errorf("%v, want %v", err, stop)
	}
}

func TestCancelled(t *testing.T) {
	proof := prove(t, ". 1")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := certificate.Write(ctx, &bytes.Buffer{}, hermit.Rules(), gametest.Must(t, hermit.Rules().Parse, ". 1"), 0,
		func(context.Context, game.Position) (game.Move, error) { return "Ya1", nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("writing: %v, want %v", err, context.Canceled)
	}
	if _, err := certificate.Check(ctx, strings.NewReader(proof), find); !errors.Is(err, context.Canceled) {
		t.Errorf("checking: %v, want %v", err, context.Canceled)
	}
}
