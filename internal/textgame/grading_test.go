package textgame

import (
	"flag"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var binary = flag.String("binary", "", "also grade the program thera in this file, which takes minutes")

// TestGrading grades as teachers do, by the scripts in testdata/grading. Each
// file is a txtar archive with a script and what is kept of its output, where
// "* Someone wins." stands for either win, or with two scripts, here and
// remote, that play against each other and have to keep the same win line.
func TestGrading(t *testing.T) {
	t.Run("program", func(t *testing.T) {
		t.Parallel()
		gradeAll(t, launchProgram(onBoard("")), "testdata/grading/*.txtar")
	})
	t.Run("binary", func(t *testing.T) {
		if *binary == "" {
			t.Skip("no -binary")
		}
		gradeAll(t, launchCommand(*binary, "amazons"), "testdata/grading/*.txtar")
		gradeAll(t, launchCommand(*binary, "amazons"), "testdata/skill/*.txtar")
	})
}

var anyWin = regexp.MustCompile(`\* (White|Black) wins\.`)

func gradeAll(t *testing.T, launch launcher, pattern string) {
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			sections := map[string]string{}
			for _, f := range archive.Files {
				sections[f.Name] = string(f.Data)
			}
			if sections["remote"] != "" {
				checkPair(t, launch, [2]string{sections["here"], sections["remote"]})
				return
			}
			got, err := grade(t.Context(), launch, sections["script"], nil, nil)
			if err != nil {
				t.Error(err)
			}
			want := sections["kept"]
			if strings.Contains(want, "Someone") {
				got = anyWin.ReplaceAllString(got, "* Someone wins.")
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func checkPair(t *testing.T, launch launcher, scripts [2]string) {
	kept, errs := gradePair(t.Context(), launch, scripts)
	for i, err := range errs {
		if err != nil {
			t.Errorf("side %d: %v", i+1, err)
		}
	}
	if kept[0] != kept[1] || !winLine.MatchString(strings.TrimSuffix(kept[0], "\n")) {
		t.Errorf("one kept %q, the other %q: want the same win", kept[0], kept[1])
	}
}
