package database_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

// TestPartialIndexesAreFollowed plans each statement in the sources on SQLite, which follows
// a partial index only if the statement repeats the condition of the index: it does not
// conclude previous <> ” from previous = $1. Statements that are put together from values
// while the program runs are left out.
func TestPartialIndexesAreFollowed(t *testing.T) {
	t.Parallel()
	db := mustOpen(t, storetest.SQLite(t))
	indexes, found := partialIndexes(t, db), statements(t, "../..")
	for _, s := range found {
		steps := plan(t, db, s)
		for _, i := range indexes {
			if i.suits(s) && strings.Contains(steps, "SCAN ") && !strings.Contains(steps, " INDEX "+i.name) {
				t.Errorf("%s: repeat the condition of the index %s, because it reads a whole table:\n%s\n%s", s.at, i.name, steps, s.text)
			}
		}
	}
	if len(indexes) < 10 || len(found) < 300 {
		t.Errorf("found %d statements and the indexes %v", len(found), indexes)
	}
}

// partialIndex is an index whose condition is about its first column.
type partialIndex struct{ name, table, column string }

func partialIndexes(t *testing.T, db *database.DB) (all []partialIndex) {
	t.Helper()
	definition := regexp.MustCompile(`INDEX (\w+) ON (\w+) \((\w+).*WHERE (.*)`)
	texts, err := database.List(t.Context(), db.Reader(), database.Texts, `SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'`)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		if m := definition.FindStringSubmatch(text); m != nil && slices.Contains(strings.Fields(m[4]), m[3]) {
			all = append(all, partialIndex{m[1], m[2], m[3]})
		}
	}
	return all
}

// suits reports whether a statement looks for values in the index's column.
func (i partialIndex) suits(s statement) bool {
	return regexp.MustCompile(`\b`+i.table+`\b`).MatchString(s.text) &&
		regexp.MustCompile(`\b`+i.column+` (=|<|>|<=|>=|IN) \(?(\$|\w+\.)`).MatchString(s.text)
}

// statement is an SQL statement in a source file.
type statement struct{ at, text string }

// plan returns the steps of SQLite's plan; "" if it can't read the statement, which is for
// Postgres or not complete.
func plan(t *testing.T, db *database.DB, s statement) string {
	t.Helper()
	var args []any
	for strings.Contains(s.text, fmt.Sprint("$", len(args)+1)) {
		args = append(args, "")
	}
	steps, err := database.List(t.Context(), db.Reader(), func(detail *string) []any { return []any{new(int), new(int), new(int), detail} },
		`EXPLAIN QUERY PLAN `+s.text, args...)
	if err != nil {
		return ""
	}
	return strings.Join(steps, "\n")
}

// statements returns the statements in the source files below a folder whose whole text is
// in the files.
func statements(t *testing.T, root string) (all []statement) {
	t.Helper()
	files := token.NewFileSet()
	folders := map[string]source{}
	err := filepath.WalkDir(root, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			return err
		}
		s := folders[f.Name.Name]
		s.files = append(s.files, f)
		folders[f.Name.Name] = s
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range folders {
		s.named = map[string]ast.Expr{}
		for _, f := range s.files {
			s.addNamed(f)
		}
		folders[name] = s
	}
	begins := regexp.MustCompile(`^\s*(SELECT|UPDATE|DELETE|WITH)\s`)
	for name, s := range folders {
		for _, f := range s.files {
			ast.Inspect(f, func(n ast.Node) bool {
				e, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				text, ok := textOf(folders, name, e)
				if ok && begins.MatchString(text) {
					all = append(all, statement{files.Position(e.Pos()).String(), text})
				}
				return !ok
			})
		}
	}
	return all
}

// source is a package with its named expressions; a name that several have is nil.
type source struct {
	files []*ast.File
	named map[string]ast.Expr
}

func (s source) addNamed(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == len(spec.Names) {
			for i, name := range spec.Names {
				if _, again := s.named[name.Name]; again {
					s.named[name.Name] = nil
				} else {
					s.named[name.Name] = spec.Values[i]
				}
			}
		}
		return true
	})
}

// textOf returns the text of an expression in a package, if it is in the sources.
func textOf(folders map[string]source, in string, e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := textOf(folders, in, e.X)
		right, also := textOf(folders, in, e.Y)
		return left + right, ok && also && e.Op == token.ADD
	case *ast.Ident:
		if value := folders[in].named[e.Name]; value != nil {
			return textOf(folders, in, value)
		}
	case *ast.SelectorExpr:
		if p, ok := e.X.(*ast.Ident); ok && path.Base(p.Name) != in {
			return textOf(folders, p.Name, e.Sel)
		}
	case *ast.CallExpr:
		if s, ok := e.Fun.(*ast.SelectorExpr); ok && (s.Sel.Name == "Values" || s.Sel.Name == "ValuesFrom") {
			return "($1)", true
		}
	}
	return "", false
}
