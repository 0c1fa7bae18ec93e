// Package thera holds no code: only the test of the rules that all its
// packages follow.
package thera

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog"
)

// genericFolders serve any game; a game's name in their code would be the beginning
// of special cases. Their tests and comments may use one.
var genericFolders = []string{
	"game", "engine", "search", "solve", "internal/safefile", "internal/cluster",
	"internal/lab/batch", "internal/lab/dataset", "internal/lab/exam", "internal/lab/explorer", "internal/lab/match", "internal/lab/puzzle", "internal/lab/rating",
	"internal/ui/terminal",
}

// pkg is what go list says of a package.
type pkg struct {
	ImportPath, Name, Doc string
	Imports, Deps         []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	all, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var listed = sync.OnceValues(func() (all []pkg, err error) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Doc,Imports,Deps", "./...").Output()
	for d := json.NewDecoder(bytes.NewReader(out)); err == nil && d.More(); {
		var p pkg
		if err = d.Decode(&p); p.ImportPath != "thera" {
			all = append(all, p)
		}
	}
	return all, err
})

// Rules packages stand alone: they import game and the standard library, so
// that another program can take one with nothing else.
func TestRulesPackagesStandAlone(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		if !slices.Contains(games, strings.TrimPrefix(p.ImportPath, "thera/")) {
			continue
		}
		seen++
		for _, imported := range p.Imports {
			first, _, _ := strings.Cut(imported, "/")
			if imported != "thera/game" && (first == "thera" || strings.Contains(first, ".")) {
				t.Errorf("%s imports %s", p.ImportPath, imported)
			}
		}
	}
	if seen != len(games) {
		t.Errorf("%d packages of rules, want those of %v", seen, games)
	}
}

// Importable packages start no programs, except both ends of the engine protocol.
// So a program that lets one of the library's engines choose moves does not link
// os/exec.
func TestLibrariesStartNoPrograms(t *testing.T) {
	for _, p := range packages(t) {
		if regexp.MustCompile(`/(internal|cmd|engine/ugi)\b`).MatchString(p.ImportPath) {
			continue
		}
		for _, path := range p.Deps {
			if path == "os/exec" || path == "thera/engine/ugi" {
				t.Errorf("%s depends on %s", p.ImportPath, path)
			}
		}
	}
}

// TestSequentialPackages holds the Makefile's lists of packages that are tested without
// the race detector. In those of SEQUENTIAL nothing runs concurrently. In those of
// THREADS only tests with Threads in their names ask for it.
func TestSequentialPackages(t *testing.T) {
	for _, dir := range makeList(t, "SEQUENTIAL") {
		files(t, dir, ".go", func(path string) {
			if what := concurrency(parse(t, path)); what != "" && filepath.Dir(path) == dir {
				t.Errorf("%s has %s: take %s off SEQUENTIAL in the Makefile", path, what, dir)
			}
		})
	}
	for _, dir := range makeList(t, "THREADS") {
		files(t, dir, "_test.go", func(path string) {
			for _, decl := range parse(t, path).Decls {
				f, ok := decl.(*ast.FuncDecl)
				if what := concurrency(decl); what != "" && (!ok || !strings.Contains(f.Name.Name, "Threads")) {
					t.Errorf("%s: %s stands in no test that has Threads in its name", path, what)
				}
			}
		})
	}
}

// makeList returns the words of a variable of the Makefile.
func makeList(t *testing.T, name string) []string {
	t.Helper()
	text := gametest.Must(t, os.ReadFile, "Makefile")
	_, value, ok := strings.Cut(strings.ReplaceAll(string(text), "\\\n", " "), "\n"+name+" = ")
	if !ok {
		t.Fatalf("the Makefile has no line %q", name+" = ")
	}
	value, _, _ = strings.Cut(value, "\n")
	return strings.Fields(value)
}

// concurrency names something by which code runs at once, if there is any.
func concurrency(node ast.Node) (what string) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			what = "a go statement"
		case *ast.SelectorExpr:
			if slices.Contains([]string{"Go", "Parallel", "RunParallel"}, n.Sel.Name) {
				what = "a call of " + n.Sel.Name
			}
		case *ast.KeyValueExpr:
			key, ok := n.Key.(*ast.Ident)
			if value, _ := n.Value.(*ast.BasicLit); ok && key.Name == "Threads" && (value == nil || value.Value != "1") {
				what = "the option Threads"
			}
		case *ast.ImportSpec:
			if n.Path.Value == `"os/exec"` || strings.HasPrefix(n.Path.Value, `"net/http`) {
				what = "an import of " + n.Path.Value
			}
		}
		return true
	})
	return what
}

// Names that say nothing attract everything.
var bannedNames = regexp.MustCompile(`^(common|util|utils|helper|helpers|types|misc|shared)$`)

func TestPackageCommentsAndNames(t *testing.T) {
	for _, p := range packages(t) {
		if p.Doc == "" {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
		if bannedNames.MatchString(p.Name) {
			t.Errorf("%s: a package called %s can hold anything", p.ImportPath, p.Name)
		}
	}
}

// A replace directive works only in this checkout: a program that imports the module
// gets something else.
func TestNoReplaceDirectives(t *testing.T) {
	mod := gametest.Must(t, os.ReadFile, "go.mod")
	if regexp.MustCompile(`(?m)^\s*replace\b`).Match(mod) {
		t.Error("go.mod has a replace directive")
	}
}

// files calls visit for each file of the project whose name ends in suffix.
func files(t *testing.T, root, suffix string, visit func(path string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || len(d.Name()) > 1 && d.Name()[0] == '.') {
			return filepath.SkipDir
		}
		if !d.IsDir() && strings.HasSuffix(path, suffix) {
			visit(path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What init does can't be read off main, nor be left out in a test.
func TestNoInitFunctions(t *testing.T) {
	files(t, ".", ".go", func(path string) {
		for _, decl := range parse(t, path).Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s has an init function", path)
			}
		}
	})
}

// Logs name an error "cause", so that operators find all of them by one name.
func TestLogsNameCauses(t *testing.T) {
	files(t, ".", ".go", func(path string) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		ast.Inspect(parse(t, path), func(n ast.Node) bool {
			call, _ := n.(*ast.CallExpr)
			if call == nil || len(call.Args) == 0 {
				return true
			}
			method, _ := call.Fun.(*ast.SelectorExpr)
			if method == nil || !slices.Contains([]string{"Debug", "Info", "Warn", "Error"}, method.Sel.Name) {
				return true
			}
			for _, arg := range call.Args[1:] {
				if name, is := arg.(*ast.BasicLit); is && (name.Value == `"err"` || name.Value == `"error"`) {
					t.Errorf("%s logs an error as %s: want \"cause\"", path, name.Value)
				}
			}
			return true
		})
	})
}

// Hashes that protect nothing save tests most of their time.
func TestOnlyTestsHaveWeakHashes(t *testing.T) {
	files(t, ".", ".go", func(path string) {
		if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "internal/site/account/accounttest/") {
			return
		}
		ast.Inspect(parse(t, path), func(n ast.Node) bool {
			if field, is := n.(*ast.KeyValueExpr); is && fmt.Sprint(field.Key) == "WeakHashes" {
				t.Errorf("%s sets WeakHashes, which are for tests", path)
			}
			return true
		})
	})
}

func TestGenericFoldersNameNoGame(t *testing.T) {
	var singular []string
	for _, name := range games {
		singular = append(singular, strings.TrimSuffix(name, "s"))
	}
	names := regexp.MustCompile("(?i)" + strings.Join(singular, "|"))
	for _, dir := range genericFolders {
		files(t, dir, ".go", func(path string) {
			if strings.HasSuffix(path, "_test.go") {
				return
			}
			ast.Inspect(parse(t, path), func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.Ident:
					if names.MatchString(n.Name) {
						t.Errorf("%s: identifier %s", path, n.Name)
					}
				case *ast.BasicLit:
					if names.MatchString(n.Value) {
						t.Errorf("%s: literal %s", path, n.Value)
					}
				}
				return true
			})
		})
	}
}

// games are the folders of the games. What is done for one game is done in its
// folder or by the catalog, the only list of games; all else takes any game.
var games = catalog.Names()

// knowGames says which files besides may import a game's packages or have a
// game's name as a value, and why. A name that ends in / is that of a folder.
var knowGames = map[string]string{
	"internal/catalog/":           "is the list of games",
	"internal/lab/environment/":   "encodes the positions and actions of each game",
	"internal/lab/perft/count.go": "counts over packed positions, of which each game has its own type",
	"internal/lab/tune/":          "fits the evaluation of one game each",
	"cmd/thera-c/kernel.go":       "packs positions, of which each game has its own type",
	"classroom/session.go":        "has the words of the exercises, whose boards have amazons",
	"record/amazons.go":           "has the formats that hold no other game",
	"cmd/thera/engine.go":         "has a variant of the engine protocol as default",
	"cmd/thera/grade.go":          "has a game as default",
	"cmd/thera/match.go":          "has a game as default",
}

// TestOnlyTheCatalogKnowsGames wants no exceptions that nobody needs, either.
func TestOnlyTheCatalogKnowsGames(t *testing.T) {
	used := map[string]bool{}
	files(t, ".", ".go", func(path string) {
		dir, _, _ := strings.Cut(path, "/")
		if strings.HasSuffix(path, "_test.go") || slices.Contains(games, dir) {
			return
		}
		for _, name := range gamesIn(parse(t, path)) {
			exception := path
			if knowGames[path] == "" {
				exception = filepath.Dir(path) + "/"
			}
			if used[exception] = true; knowGames[exception] == "" {
				t.Errorf("%s knows the game %s", path, name)
			}
		}
	})
	for exception := range knowGames {
		if !used[exception] {
			t.Errorf("%s knows no game: take it off the list", exception)
		}
	}
}

// gamesIn lists the games whose packages a file imports or whose names are
// values in it.
func gamesIn(file *ast.File) (found []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		value, _ := strconv.Unquote(literal.Value)
		for _, name := range games {
			if value == name || value == "thera/"+name || strings.HasPrefix(value, "thera/"+name+"/") {
				found = append(found, name)
			}
		}
		return true
	})
	return found
}

// forPrograms has the reasons for which the page needs no words: it never asks for what they refuse,
// or it does something else than to show them.
var forPrograms = []string{
	"after", "against", "card", "class", "class-changed", "confirm", "format", "has-played", "host", "https", "kind", "malformed",
	"media-type", "method", "no-bands", "no-explorer", "no-link", "no-operation", "no-polling", "no-subscription", "not-a-bot", "not-begun",
	"not-connected", "not-ready", "origin", "phrase", "player", "socket", "token", "unknown",
}

// The page has words for each reason that the server gives, except to programs, and for no others.
func TestPageKnowsReasons(t *testing.T) {
	const words = "web/src/i18n/en/start/problems.json"
	text := gametest.Must(t, os.ReadFile, words)
	var problems struct{ Reasons map[string]string }
	if err := json.Unmarshal(text, &problems); err != nil || len(problems.Reasons) == 0 {
		t.Fatalf("%s: no reasons: %v", words, err)
	}
	reasons := gametest.Must(t, os.ReadFile, "internal/site/httpkit/reasons.txt")
	given := map[string]bool{}
	for reason := range strings.FieldsSeq(string(reasons)) {
		given[reason] = true
	}
	for reason := range given {
		_, hasWords := problems.Reasons[reason]
		if hasWords == slices.Contains(forPrograms, reason) {
			t.Errorf("the server gives the reason %q: want it either in %s or in forPrograms", reason, words)
		}
	}
	for _, reason := range slices.Concat(slices.Collect(maps.Keys(problems.Reasons)), forPrograms) {
		if !given[reason] {
			t.Errorf("no server gives the reason %q: want neither words nor a place in forPrograms", reason)
		}
	}
}

var (
	parsed  = map[string]*ast.File{} // what most tests look at, by path
	fileSet = token.NewFileSet()
)

// parse returns a file with its comments.
func parse(t *testing.T, path string) *ast.File {
	t.Helper()
	if parsed[path] == nil {
		f, err := parser.ParseFile(fileSet, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed[path] = f
	}
	return parsed[path]
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.+)$`)
	strip   = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	code    = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
)

// TestLinks follows each link inside the documentation to its file and, after
// a #, to its heading.
func TestLinks(t *testing.T) {
	files(t, ".", ".md", func(path string) {
		text := gametest.Must(t, os.ReadFile, path)
		for _, m := range link.FindAllSubmatch(code.ReplaceAll(text, nil), -1) {
			target := string(m[1])
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			file, anchor, _ := strings.Cut(target, "#")
			if file == "" {
				file = path
			} else {
				file = filepath.Join(filepath.Dir(path), file)
			}
			content, err := os.ReadFile(file)
			if info, statErr := os.Stat(file); statErr == nil && info.IsDir() {
				err = nil
			}
			if err != nil || anchor != "" && !hasHeading(string(content), anchor) {
				t.Errorf("%s: link to %s leads nowhere", path, target)
			}
		}
	})
}

// hasHeading reports whether a heading has the anchor that web pages give it.
func hasHeading(text, anchor string) bool {
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		name := strip.ReplaceAllString(strings.ToLower(m[1]), "")
		if strings.ReplaceAll(name, " ", "-") == anchor {
			return true
		}
	}
	return false
}
