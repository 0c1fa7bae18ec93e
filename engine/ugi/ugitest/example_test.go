package ugitest_test

import (
	"context"
	"fmt"
	"os"

	"thera/amazons"
	"thera/engine/ugi"
	"thera/engine/ugi/ugitest"
)

func ExampleCheck() {
	// The program is this test's own; it could be {"python3", "mine.py"}.
	program := []string{os.Args[0], "engine"}
	variant := ugi.Variant{Name: "amazons6", Game: amazons.Rules(), Start: "6x6"}
	for point := range ugitest.Check(context.Background(), program, variant, ugi.ClientOptions{}) {
		fmt.Println(point.OK, point.Name, "–", point.Detail)
		if point.Name == "greeting" {
			break // many more follow
		}
	}
	// Output:
	// true start – Stub 1 by Nobody, speaks UGI
	// true greeting – 7 options
}
