package thera

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// TestFunctionLength keeps functions short enough to be read in one go. Functions that
// only build a table may be longer: list them here.
func TestFunctionLength(t *testing.T) {
	const most = 60
	files(t, ".", ".go", func(path string) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				if n := fset.Position(fn.End()).Line - fset.Position(fn.Pos()).Line + 1; n > most {
					t.Errorf("%s: %s has %d lines, at most %d: name its steps", path, fn.Name.Name, n, most)
				}
			}
		}
	})
}
