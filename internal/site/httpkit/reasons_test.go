package httpkit

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"thera/game/gametest"
)

// TestReasons compares reasons.txt with the reasons in the code of the site: constants of a
// type Reason, texts given to a field Reason or to the functions that make problems or
// refusals or returned by Refused, and those here. -update rewrites it.
func TestReasons(t *testing.T) {
	found := map[string]bool{}
	add := func(e ast.Expr) {
		if text, ok := e.(*ast.BasicLit); ok && text.Kind == token.STRING {
			word, err := strconv.Unquote(text.Value)
			if err != nil {
				t.Fatal(err)
			}
			found[word] = true
		}
	}
	for _, words := range statuses {
		for _, word := range words {
			found[word] = true
		}
	}
	for _, word := range reasonsOf {
		found[word] = true
	}
	err := filepath.WalkDir("..", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err == nil {
			ast.Inspect(file, func(n ast.Node) bool { addReasons(n, add); return true })
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	gametest.Golden(t, "reasons.txt", strings.Join(slices.Sorted(maps.Keys(found)), "\n")+"\n")
}

// addReasons calls add with the texts of a node that are reasons.
func addReasons(n ast.Node, add func(ast.Expr)) {
	switch n := n.(type) {
	case *ast.ValueSpec:
		if nameOf(n.Type) == "Reason" {
			for _, value := range n.Values {
				add(value)
			}
		}
	case *ast.AssignStmt:
		for i, to := range n.Lhs {
			if nameOf(to) == "Reason" && i < len(n.Rhs) {
				add(n.Rhs[i])
			}
		}
	case *ast.CallExpr:
		at, ok := map[string]int{"NewProblem": 1, "writeProblem": 2}[nameOf(n.Fun)]
		if ok && at < len(n.Args) {
			add(n.Args[at])
		}
	case *ast.FuncDecl:
		if n.Name.Name == "Refused" {
			ast.Inspect(n.Body, func(n ast.Node) bool {
				if r, ok := n.(*ast.ReturnStmt); ok {
					add(r.Results[0])
				}
				return true
			})
		}
	}
}

// nameOf returns the name of a type, function or field, without that of its package.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}
