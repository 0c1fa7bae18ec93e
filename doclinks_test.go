package thera

import (
	"go/ast"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// docLink is a link of a Go comment to a declaration: a name in brackets, with
// its type or its package in front. A bracket right behind a word is an index
// or a type parameter.
var docLink = regexp.MustCompile(`(?:^|[\s(])\[\*?((?:[a-z]\w*\.)?[A-Z]\w*(?:\.[A-Z]\w*)?)\](?:[^(\[\w]|$)`)

// TestDocLinks follows each link inside the comments to a declaration of this
// module. Links into other modules are theirs to keep.
func TestDocLinks(t *testing.T) {
	declared := map[string]map[string]bool{} // names by directory
	sources := map[string]*ast.File{}
	files(t, ".", ".go", func(path string) {
		f := parse(t, path)
		sources[path] = f
		dir := filepath.Dir(path)
		if declared[dir] == nil {
			declared[dir] = map[string]bool{}
		}
		addDeclared(declared[dir], f)
	})
	for path, f := range sources {
		for _, group := range f.Comments {
			for _, m := range docLink.FindAllStringSubmatch(group.Text(), -1) {
				dir, name := linked(path, f, m[1])
				if names, ours := declared[dir]; ours && !names[name] {
					t.Errorf("%s: link to [%s] leads nowhere", fileSet.Position(group.Pos()), m[1])
				}
			}
		}
	}
}

// linked returns the directory and the name in it that a link of a file leads
// to. The directory is "" for other modules.
func linked(file string, f *ast.File, link string) (dir, name string) {
	first, rest, qualified := strings.Cut(link, ".")
	if !qualified || ast.IsExported(first) {
		return filepath.Dir(file), link
	}
	if first == f.Name.Name {
		return filepath.Dir(file), rest
	}
	for _, spec := range f.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		if spec.Name != nil && spec.Name.Name == first || spec.Name == nil && path.Base(imported) == first {
			if dir, ours := strings.CutPrefix(imported, "thera/"); ours {
				return filepath.FromSlash(dir), rest
			}
		}
	}
	return "", ""
}

// addDeclared adds the exported names that a file declares, methods and fields
// with the name of their type in front.
func addDeclared(names map[string]bool, f *ast.File) {
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = receiver(d.Recv.List[0].Type) + "." + name
			}
			names[name] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names[n.Name] = true
					}
				case *ast.TypeSpec:
					names[s.Name.Name] = true
					addMembers(names, s)
				}
			}
		}
	}
}

// addMembers adds the fields of a struct or the methods of an interface.
func addMembers(names map[string]bool, s *ast.TypeSpec) {
	var fields *ast.FieldList
	switch t := s.Type.(type) {
	case *ast.StructType:
		fields = t.Fields
	case *ast.InterfaceType:
		fields = t.Methods
	default:
		return
	}
	for _, field := range fields.List {
		for _, n := range field.Names {
			names[s.Name.Name+"."+n.Name] = true
		}
	}
}

// receiver returns the name of a receiver's type.
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}
