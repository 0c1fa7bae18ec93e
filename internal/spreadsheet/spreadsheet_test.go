package spreadsheet_test

import (
	"errors"
	"strings"
	"testing"

	"thera/internal/spreadsheet"
)

// TestWrite writes cells that a spreadsheet would take for formulas.
func TestWrite(t *testing.T) {
	var got strings.Builder
	err := spreadsheet.Write(&got, [][]string{{"name", "elo"}, {`=HYPERLINK("http://evil.test")`, "-12.5"}, {"+b", "+3"}, {"@c", "-1+2"}, {" +12", ""}, {"Équipe, 1", "\tx"}, {"-inf", "+0x1p-2"}})
	want := "\ufeffname,elo\n\"'=HYPERLINK(\"\"http://evil.test\"\")\",-12.5\n'+b,+3\n'@c,'-1+2\n\" +12\",\n\"Équipe, 1\",'\tx\n'-inf,'+0x1p-2\n"
	if err != nil || got.String() != want {
		t.Errorf("%v: %q, want %q", err, got.String(), want)
	}
}

type fullDisk struct{ left int }

var errFull = errors.New("full")

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.left -= len(p); d.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteFails(t *testing.T) {
	for _, left := range []int{0, 3, 100, 5000} {
		if err := spreadsheet.Write(&fullDisk{left}, [][]string{{strings.Repeat("x", 6000)}}); !errors.Is(err, errFull) {
			t.Errorf("with %d bytes left: %v, want %v", left, err, errFull)
		}
	}
}
