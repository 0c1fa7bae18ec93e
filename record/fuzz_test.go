package record

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// fuzz reads any text in a format. Of what could be read, it checks that it
// can be written and read again, with nothing lost.
func fuzz(f *testing.F, format Format) {
	paths, err := filepath.Glob("testdata/*/*." + string(format))
	if err != nil || len(paths) == 0 {
		f.Fatal(paths, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, _ := readAll(format, text)
		written := writeAll(format, all)
		again, err := readAll(format, written)
		if err != nil {
			t.Fatalf("%v in\n%s", err, written)
		}
		if found, err := Detect([]byte(written)); written != "" && found != format {
			t.Errorf("%s is detected as %q, %v:\n%s", format, found, err, written)
		}
		if diff := cmp.Diff(all, again, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("read, written and read again (-first +second):\n%s\n%s", diff, written)
		}
	})
}

func FuzzThera(f *testing.F) { fuzz(f, Thera) }
func FuzzSGF(f *testing.F) {
	f.Add("(;GM[18]RE[B+2]EV[x]RE[W+2])")
	fuzz(f, SGF)
}
func FuzzGGF(f *testing.F)     { fuzz(f, GGF) }
func FuzzBotzone(f *testing.F) { fuzz(f, Botzone) }

func FuzzDetect(f *testing.F) {
	f.Add("(;GM[Amazons]")
	f.Fuzz(func(t *testing.T, text string) {
		if format, err := Detect([]byte(text)); (err == nil) != (format != "") {
			t.Errorf("Detect = %q, %v", format, err)
		}
	})
}
