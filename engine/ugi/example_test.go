package ugi_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"thera/amazons"
	"thera/amazons/eval"
	"thera/engine"
	"thera/engine/ugi"
	"thera/search"
	"thera/search/alphabeta"
)

// amazonsServer serves the search on two boards.
func amazonsServer() *ugi.Server {
	newEngine := func(c engine.Config) engine.Engine {
		return alphabeta.New(search.Evaluation[amazons.Position, amazons.Move]{
			Evaluate: eval.Territory,
		}, search.Options{TableMiB: c.TableMiB})
	}
	return &ugi.Server{
		Name: "Example 1.0", Author: "A. Author",
		Variants: []ugi.Variant{
			{Name: "amazons", Game: amazons.Rules(), Start: "10x10", New: newEngine},
			{Name: "amazons6", Game: amazons.Rules(), Start: "6x6", New: newEngine},
		},
		Parameters: []engine.Parameter{engine.Hash(16, 1024)},
	}
}

func ExampleServer_Serve() {
	commands := `uci
position fen Q1****/******/6/6/6/5q w
query legalmoves
position startpos moves d1d7,d7d1 d1d7,d7d1
query p1turn
`
	if err := amazonsServer().Serve(context.Background(), strings.NewReader(commands), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// id name Example 1.0
	// id author A. Author
	// option name UCI_Variant type combo default amazons var amazons var amazons6
	// option name Hash type spin default 16 min 1 max 1024
	// option name MultiPV type spin default 1 min 1 max 100
	// option name Ponder type check default false
	// option name Seed type spin default 0 min 0 max 2147483647
	// uciok
	// response a6b6,b6a6
	// info string error: position: move 2: illegal move "d1d7,d7d1" in 3q2q3/10/10/q2Q5q/10/10/Q8Q/10/10/3*2Q3 b
	// response true
}

// TestServeSearch stops a real search and has it answer at once.
func TestServeSearch(t *testing.T) {
	in, send := io.Pipe()
	out, answers := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- amazonsServer().Serve(t.Context(), in, answers)
		_ = answers.Close()
	}()
	fmt.Fprint(send, "position startpos\ngo infinite\n")
	seen := make(chan string, 1)
	go func() {
		text, _ := io.ReadAll(out)
		seen <- string(text)
	}()
	time.Sleep(100 * time.Millisecond)
	start := time.Now()
	fmt.Fprint(send, "stop\nquit\n")
	if err := <-done; err != nil {
		t.Error(err)
	}
	// The search would never end by itself; a busy machine may need some seconds.
	if took := time.Since(start); took > time.Minute {
		t.Errorf("stopped after %s", took)
	}
	if text := <-seen; strings.Count(text, "\nbestmove ") != 1 {
		t.Errorf("want one bestmove:\n%s", text)
	}
}

// A client asks an engine that is another program. Here the program is a server
// in this one, at the other end of two pipes.
func ExampleConnect() {
	commands, in := io.Pipe()
	out, answers := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- amazonsServer().Serve(context.Background(), commands, answers)
		_ = answers.Close()
	}()
	client, err := ugi.Connect(context.Background(), ugi.Program{
		In: in, Out: out,
		Wait: func() error { return <-ended },
		Kill: func() { _ = commands.Close() },
	}, ugi.ClientOptions{Settings: []ugi.Setting{{Name: "UCI_Variant", Value: "amazons6"}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	pos, err := amazons.Rules().Parse("Q*4/**4/6/6/6/4*q b")
	if err != nil {
		fmt.Println(err)
		return
	}
	info, err := client.Search(context.Background(), engine.Request{Position: pos, Limits: engine.Limits{Depth: 3}})
	fmt.Println(client.Name(), client.Protocol(), info.Depth, info.Score.Won(), err)
	fmt.Println(client.Close())
	// Output:
	// Example 1.0 ugi 1 true <nil>
	// <nil>
}

func ExampleCheck() {
	// The program is this test's own; it could be {"python3", "mine.py"}.
	program := []string{os.Args[0], "engine", "good"}
	variant := ugi.Variant{Name: "amazons6", Game: amazons.Rules(), Start: "6x6"}
	for point := range ugi.Check(context.Background(), program, variant, ugi.ClientOptions{}) {
		fmt.Println(point.OK, point.Name, "–", point.Detail)
		if point.Name == "greeting" {
			break // many more follow
		}
	}
	// Output:
	// true start – Stub 1 by Nobody, speaks UGI
	// true greeting – 7 options
}

func ExampleFormatMove() {
	fmt.Println(ugi.FormatMove("d1-d7(g7)"), ugi.FormatMove("c3-c4"), ugi.FormatMove("Ya3"))
	// Output: d1d7,d7g7 c3c4 Ya3
}
