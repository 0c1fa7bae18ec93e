package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
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

// TestAmazonsUTF16 wants the text program to name what is wrong with its input, which is
// no internal error.
func TestAmazonsUTF16(t *testing.T) {
	var errs strings.Builder
	p := &program{stdin: strings.NewReader("\xff\xfed\x00"), stdout: io.Discard, stderr: &errs}
	status := p.run(t.Context(), []string{"amazons"})
	if want := "Could not open file: read standard input: UTF-16 or no text: want UTF-8\n"; status != 1 || errs.String() != want {
		t.Errorf("status %d, %q; want 1, %q", status, errs.String(), want)
	}
}
