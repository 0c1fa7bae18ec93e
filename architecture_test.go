package thera

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"thera/game/gametest"
)

// An area is a group of packages that a newcomer learns as one thing. Its folders
// are named from the root of the module, and a folder belongs to the area with the
// longest name that holds it.
type area struct {
	name    string
	folders []string
	what    string
	imports []string // the areas whose packages it may import, besides its own
	why     string   // why it may not import the others
}

// areas is the whole architecture: which packages belong together, and which way
// imports point.
var areas = []area{
	{
		"rules",
		[]string{"game", "amazons", "santorini", "hermit", "classroom"},
		"texts, positions, moves and laws of the games; the boards of the exercises",
		nil,
		"another program can take the rules of one game with nothing else",
	},
	{
		"base",
		[]string{"internal"},
		"small machinery that knows no engine: files that survive a crash, child processes, vectors, spreadsheets",
		nil,
		"everything stands on it",
	},
	{
		"engines",
		[]string{
			"engine", "search", "solve",
			"amazons/endgame", "amazons/eval", "santorini/eval", "santorini/opening", "santorini/proof", "hermit/endgame",
		},
		"the engine contract and protocol, searches, solvers, and what is known of each game",
		[]string{"rules", "base"},
		"a program that links an engine must not link the list of all games",
	},
	{
		"records",
		[]string{"record"},
		"games as files",
		[]string{"rules"},
		"a converter of files needs no engine",
	},
	{
		"games",
		[]string{"internal/catalog"},
		"the one list of games with their engines, levels and solvers; the JSON dialect",
		[]string{"rules", "base", "engines"},
		"what lists the games can't depend on what is done with them",
	},
	{
		"lab",
		[]string{"internal/lab"},
		"matches, ratings, tuning, puzzles, perft, explorer, grading, learning: measure and make",
		[]string{"rules", "base", "engines", "records", "games"},
		"measurements run without a screen and without a server",
	},
	{
		"ui",
		[]string{"internal/ui"},
		"terminal, text program, pictures, the browser's side: show a game without a network",
		[]string{"rules", "base", "engines", "records", "games", "lab"},
		"the same code runs in a browser, where there is no server",
	},
	{
		"cluster",
		[]string{"internal/cluster"},
		"message bus and job queue for many machines",
		[]string{"base"},
		"it knows no game, so that any job can be sent",
	},
	{
		"site",
		[]string{"internal/site"},
		"accounts, play, lobby, tournaments, ladder, classes, studies, the store and the server",
		[]string{"rules", "base", "engines", "records", "games", "lab", "ui", "cluster"},
		"commands start the server, never the other way around",
	},
	{
		"commands",
		[]string{"cmd", "web", "examples"},
		"flags and printing, one file for each command; the page as files; example programs",
		[]string{"rules", "base", "engines", "records", "games", "lab", "ui", "cluster", "site"},
		"nothing imports a command",
	},
}

// areaOf returns the area of a package, named from the root of the module.
func areaOf(path string) *area {
	var best *area
	longest := -1
	for i := range areas {
		for _, folder := range areas[i].folders {
			if (path == folder || strings.HasPrefix(path, folder+"/")) && len(folder) > longest {
				best, longest = &areas[i], len(folder)
			}
		}
	}
	return best
}

// TestAreas checks that imports between areas point the way the table says.
func TestAreas(t *testing.T) {
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, "thera/")
		from := areaOf(path)
		if from == nil {
			t.Errorf("%s belongs to no area: add its folder to the table areas", path)
			continue
		}
		for _, imported := range p.Imports {
			name, ours := strings.CutPrefix(imported, "thera/")
			if !ours {
				continue
			}
			if to := areaOf(name); to != from && !slices.Contains(from.imports, to.name) {
				t.Errorf("%s (%s) imports %s (%s): %s", path, from.name, name, to.name, from.why)
			}
		}
	}
}

// maxPackages is how many packages the project has at most: each is a name to learn.
const maxPackages = 81

// separate is the phrase that begins the reason of a package with one importer.
const separate = "It is a package of its own "

// TestPackagesHaveReasons wants a package that only one other imports to say why it is
// not part of that one. Test packages and commands have nobody to import them.
func TestPackagesHaveReasons(t *testing.T) {
	all := packages(t)
	if len(all) > maxPackages {
		t.Errorf("%d packages, at most %d: merge one with its only importer", len(all), maxPackages)
	}
	importers := map[string]int{}
	for _, p := range all {
		for _, imported := range p.Imports {
			importers[imported]++
		}
	}
	for _, p := range all {
		if importers[p.ImportPath] == 1 && !strings.Contains(fullDoc(t, strings.TrimPrefix(p.ImportPath, "thera/")), separate) {
			t.Errorf("%s has one importer and no sentence %q in its package comment", p.ImportPath, separate+"…")
		}
	}
}

const (
	architecturePage = "docs/contributing/architecture.md"
	generatedBegin   = "<!-- packages: generated by go test . -run TestArchitecture -update -->\n"
	generatedEnd     = "<!-- end of packages -->\n"
)

// TestArchitecture keeps the diagram and the list of packages in the documentation
// equal to the table of areas and to the package comments.
func TestArchitecture(t *testing.T) {
	text := gametest.Must(t, os.ReadFile, architecturePage)
	before, rest, ok := strings.Cut(string(text), generatedBegin)
	old, after, ok2 := strings.Cut(rest, generatedEnd)
	if !ok || !ok2 {
		t.Fatalf("%s has not both lines %q and %q", architecturePage, generatedBegin, generatedEnd)
	}
	want := diagram() + packageList(packages(t))
	if old == want {
		return
	}
	if !gametest.Update() {
		t.Fatalf("%s is out of date: go test . -run TestArchitecture -update", architecturePage)
	}
	if err := os.WriteFile(architecturePage, []byte(before+generatedBegin+want+generatedEnd+after), 0o666); err != nil {
		t.Fatal(err)
	}
}

// diagram draws the areas as a table: what each is, what it may import, and why not more.
func diagram() string {
	var b strings.Builder
	b.WriteString("\n| area | folders | what it is | may import | why not more |\n|---|---|---|---|---|\n")
	for _, a := range areas {
		var folders []string
		for _, f := range a.folders {
			folders = append(folders, "`"+f+"`")
		}
		imports := "nothing of thera"
		if len(a.imports) > 0 {
			imports = strings.Join(a.imports, ", ")
		}
		fmt.Fprintf(&b, "| **%s** | %s | %s | %s | %s |\n", a.name, strings.Join(folders, " "), a.what, imports, a.why)
	}
	return b.String()
}

// packageList lists the packages of each area with the first sentence of their comments.
func packageList(all []pkg) string {
	var b strings.Builder
	for i := range areas {
		title := strings.ToUpper(areas[i].name[:1]) + areas[i].name[1:]
		fmt.Fprintf(&b, "\n### %s\n\n", strings.Replace(title, "Ui", "UI", 1))
		for _, p := range all {
			path := strings.TrimPrefix(p.ImportPath, "thera/")
			if areaOf(path) == &areas[i] {
				fmt.Fprintf(&b, "- [%s](../../%s): %s\n", path, path, what(p))
			}
		}
	}
	return b.String() + "\n"
}

// fullDoc returns the comments of the package in a folder, on one line.
func fullDoc(t *testing.T, dir string) string {
	t.Helper()
	var doc strings.Builder
	files(t, dir, ".go", func(path string) {
		if strings.HasSuffix(path, "_test.go") || filepath.Dir(path) != dir {
			return
		}
		doc.WriteString(" " + strings.Join(strings.Fields(parse(t, path).Doc.Text()), " "))
	})
	return doc.String()
}

// what returns what a package is, by the beginning of its comment without its name.
func what(p pkg) string {
	sentence := strings.TrimSuffix(p.Doc, ".")
	for _, start := range []string{"Package " + p.Name + " ", "Command " + filepath.Base(p.ImportPath) + " "} {
		sentence = strings.TrimPrefix(sentence, start)
	}
	sentence, _, _ = strings.Cut(strings.TrimSuffix(sentence, ":"), ": ")
	for _, end := range []string{"; ", " (", ", "} {
		if short, _, cut := strings.Cut(sentence, end); cut && strings.Count(short, " ") > 3 {
			sentence = short
		}
	}
	return sentence
}
