package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"thera/engine"
	"thera/game/gametest"
	"thera/internal/catalog"
)

// TestText checks that a file is read alike whatever editor has saved it, by its name and
// from standard input.
func TestText(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	for _, test := range []struct{ what, in, want, err string }{
		{"plain", "random\n", "random\n", ""},
		{"empty", "", "", ""},
		{"with a mark", "\ufeffrandom\n", "random\n", ""},
		{"only a mark", "\ufeff", "", ""},
		{"half a mark", "\xef\xbb", "\xef\xbb", ""},
		{"a mark inside", "a\ufeff", "a\ufeff", ""},
		{"UTF-16, little end first", "\xff\xfer\x00", "", "UTF-16 or no text: want UTF-8"},
		{"UTF-16, big end first", "\xfe\xff\x00r", "", "UTF-16 or no text: want UTF-8"},
	} {
		if err := os.WriteFile(name, []byte(test.in), 0o600); err != nil {
			t.Fatal(err)
		}
		p := &program{stdin: iotest.OneByteReader(strings.NewReader(test.in))}
		for source, read := range map[string]func() (string, error){
			name: func() (string, error) { text, err := readFile(t.Context(), name, io.ReadAll); return string(text), err },
			"-": func() (string, error) {
				file, err := p.open(t.Context(), "-")
				if err != nil {
					return "", err
				}
				text, err := io.ReadAll(file)
				return string(text), err
			},
		} {
			got, err := read()
			want := ""
			if test.err != "" {
				want = "read " + source + ": " + test.err
			}
			if message := errorText(err); got != test.want || message != want {
				t.Errorf("%s, from %s: %q, %q; want %q, %q", test.what, source, got, message, test.want, want)
			}
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestAmazonsErrors wants the text program to name what is wrong with its input, and to call
// only what the user can't mend an internal error.
func TestAmazonsErrors(t *testing.T) {
	for _, test := range []struct {
		stdin io.Reader
		want  string
	}{
		{strings.NewReader("\xff\xfed\x00"), "Could not open file: read standard input: UTF-16 or no text: want UTF-8\n"},
		{iotest.ErrReader(errors.New("broken")), "Internal error: broken\n"},
	} {
		var errs strings.Builder
		p := &program{stdin: test.stdin, stdout: io.Discard, stderr: &errs}
		status := p.run(t.Context(), []string{"amazons"})
		if status != 1 || errs.String() != test.want {
			t.Errorf("status %d, %q; want 1, %q", status, errs.String(), test.want)
		}
	}
}

// TestAmazonsPlayer wants the player of the text program to find wins that are within reach,
// early and late in a game, by nodes alone: its time is only a guard against slow machines.
func TestAmazonsPlayer(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"qqqq*5/10/*****5/10/10/Q8Q/10/10/3Q2Q3/10 w",
		"2*1**1Q1q/*1*1**1**1/*1*Qq1*1**/2********/3*1*1*q1/1**4*Q*/5****1/3***qQ2/5**1*1/7*2 w",
	} {
		entry := catalog.Amazons()
		pos := gametest.Must(t, entry.Game.Parse, text)
		limits := amazonsLimits(pos)
		if limits.Time < 10*time.Second {
			t.Errorf("%s: at most %s a move", text, limits.Time)
		}
		limits.Time = 0
		info, err := entry.NewEngine(engine.Config{}).Search(t.Context(), engine.Request{Position: pos, Limits: limits})
		if err != nil || !info.Score.Won() {
			t.Errorf("%s: %s, %v; want a win", text, info.Score, err)
		}
	}
}
