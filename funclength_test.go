package thera

import (
	"go/ast"
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
		for _, decl := range parse(t, path).Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				if n := fileSet.Position(fn.End()).Line - fileSet.Position(fn.Pos()).Line + 1; n > most {
					t.Errorf("%s: %s has %d lines, at most %d: name its steps", path, fn.Name.Name, n, most)
				}
			}
		}
	})
}
