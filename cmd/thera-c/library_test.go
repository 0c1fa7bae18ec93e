package main

import (
	"debug/elf"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

var hammer = flag.Int("hammer", 20_000, "how many calls Library/Hammer makes; from 1,000,000 it also watches the memory")

// compiler returns the C compiler.
func compiler(t *testing.T) string {
	t.Helper()
	cc := "cc"
	if set := os.Getenv("CC"); set != "" {
		cc = set
	}
	if _, err := exec.LookPath(cc); err != nil || runtime.GOOS == "windows" {
		t.Skipf("the C library is NOT tested: that needs a C compiler, and %s is not here", cc)
	}
	return cc
}

// run runs a command and returns what it prints.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestLibrary builds the library once and tests what C programs get.
func TestLibrary(t *testing.T) {
	compiler(t)
	dir := t.TempDir()
	run(t, "go", "build", "-buildmode=c-shared", "-o", filepath.Join(dir, "libthera.so"), ".")
	for _, test := range []struct {
		name string
		run  func(*testing.T, string)
	}{
		{"Header", testHeader}, {"C", testC}, {"Rust", testRust}, {"Fork", testFork}, {"Arguments", testArguments}, {"Hammer", testHammer},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, dir) })
	}
}

// compile compiles a C program that uses the library in a folder.
func compile(t *testing.T, dir, source string) string {
	t.Helper()
	program := filepath.Join(dir, strings.TrimSuffix(filepath.Base(source), ".c"))
	run(t, compiler(t), "-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-pthread", "-I.", "-o", program, source,
		"-L"+dir, "-lthera", "-Wl,-rpath,"+dir)
	return program
}

var (
	declared = regexp.MustCompile(`(?m)^int32_t (thera_\w+)\(`)
	comments = regexp.MustCompile(`(?s)/\*.*?\*/`)
)

// testHeader wants the library to have the functions that the header declares, and no
// others of that kind. That their types agree, the C compiler checks: library.c includes
// the header and what cgo has made of the Go functions.
func testHeader(t *testing.T, dir string) {
	text := gametest.Must(t, os.ReadFile, "thera.h")
	var want []string
	for _, m := range declared.FindAllSubmatch(comments.ReplaceAll(text, nil), -1) {
		want = append(want, string(m[1]))
	}
	slices.Sort(want)
	library, err := elf.Open(filepath.Join(dir, "libthera.so"))
	if err != nil {
		t.Skipf("the library is not an ELF file: %v", err)
	}
	symbols, err := library.DynamicSymbols()
	if err := errors.Join(err, library.Close()); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range symbols {
		if strings.HasPrefix(s.Name, "thera_") && s.Section != elf.SHN_UNDEF {
			got = append(got, s.Name)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the library has %v\nand the header %v", got, want)
	}
}

// testC runs the example in C.
func testC(t *testing.T, dir string) {
	source := gametest.Must(t, os.ReadFile, "examples/random.c")
	if n := strings.Count(string(source), "\n"); n > 40 {
		t.Errorf("random.c has %d lines, at most 40", n)
	}
	program := compile(t, dir, "examples/random.c")
	var games int
	out := run(t, program, "hermit", "4x4", "16", "200")
	if _, err := fmt.Sscanf(out, "%d games ended\n", &games); err != nil || games < 100 {
		t.Errorf("random.c prints %q", out)
	}
	refused, err := exec.Command(program, "hermit", "99x99", "16", "200").CombinedOutput()
	if err == nil || !strings.Contains(string(refused), `variant "99x99" of hermit: want one of`) {
		t.Errorf("random.c says %q, %v", refused, err)
	}
}

// testRust plays the games again that the example in Rust prints.
func testRust(t *testing.T, dir string) {
	rustc, err := exec.LookPath("rustc")
	if err != nil {
		t.Skip("the example in Rust is NOT tested: there is no rustc")
	}
	program := filepath.Join(dir, "random-rust")
	run(t, rustc, "-O", "-L", dir, "-C", "link-arg=-Wl,-rpath,"+dir, "-o", program, "examples/random.rs")
	for _, entry := range games {
		moves := strings.Fields(run(t, program, entry.Game.Name(), "7"))
		pos, err := entry.Game.Start("")
		for _, m := range moves {
			if err == nil {
				pos, err = pos.Play(game.Move(m))
			}
		}
		if err != nil || pos.Winners() == 0 {
			t.Errorf("%s: %d moves don't make a game: %v", entry.Game.Name(), len(moves), err)
		}
	}
}

// testFork wants a forked process to get errors instead of hanging.
func testFork(t *testing.T, dir string) {
	if out := run(t, compile(t, dir, "testdata/fork.c")); !strings.Contains(out, `set_start_method("spawn")`) {
		t.Errorf("a fork gets the message %q", out)
	}
}

// testArguments wants a call with several wrong arguments to name the first one.
func testArguments(t *testing.T, dir string) {
	got := strings.Split(strings.TrimSpace(run(t, compile(t, dir, "testdata/arguments.c"))), "\n")
	want := []string{
		"game: NULL; want a text",
		"cells with -1 elements: want 0 to 1099511627776",
		"actions with -1 elements: want 0 to 1099511627776",
		"observation with -1 elements: want 0 to 1099511627776",
		"actions: 1 values: want 2",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the messages are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// testHammer makes random calls from four threads. The program aborts if something is
// accepted that must not be. A long run also wants memory to stay as it is after a
// minute:
//
//	go test ./cmd/thera-c -run Library/Hammer -hammer 10000000 -timeout 2h -v
func testHammer(t *testing.T, dir string) {
	out := run(t, compile(t, dir, "testdata/hammer.c"), fmt.Sprint(*hammer), "4", "1")
	if *hammer < 1_000_000 {
		return
	}
	var kibs []int // by second
	for line := range strings.Lines(out) {
		var second, calls, kib int
		if _, err := fmt.Sscan(line, &second, &calls, &kib); err != nil {
			break
		}
		kibs = append(kibs, kib)
	}
	if len(kibs) < 120 {
		t.Fatalf("%d calls take %d seconds: want more calls, for two minutes", *hammer, len(kibs))
	}
	// Single values go up and down with the garbage collector.
	first, last := median(kibs[:60]), median(kibs[len(kibs)-60:])
	t.Logf("the median is %d KiB in the first minute and %d KiB in the last one of %d seconds", first, last, len(kibs))
	if last > first+first/4 {
		t.Errorf("memory grew from %d KiB in the first minute to %d KiB in the last", first, last)
	}
}

func median(values []int) int {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
