package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/ui/textgame"
)

// textbot is a program in the manner of CS 61B's Amazons project that plays random
// turns. Its first argument says how it behaves once each side has had a turn, and
// the second, if there is one, is a file for its process id.
func textbot() {
	switch os.Args[1] {
	case "sleeper": // which it has started
		time.Sleep(time.Hour)
	case "quick":
		playQuickly()
		return
	}
	if len(os.Args) > 2 {
		if err := os.WriteFile(os.Args[2], []byte(strconv.Itoa(os.Getpid())), 0o600); err != nil {
			panic(err)
		}
	}
	rules, err := catalog.Rules("amazons")
	if err != nil {
		panic(err)
	}
	pos, err := rules.Start("")
	if err != nil {
		panic(err)
	}
	fmt.Println("Amazons 61B, version 1.0")
	auto := map[string]bool{"black": true}
	rng := rand.New(rand.NewPCG(1, uint64(os.Getpid())))
	plies := 0
	play := func(m game.Move) {
		if pos, err = pos.Play(m); err != nil {
			panic(err)
		}
		plies++
	}
	for lines := bufio.NewScanner(os.Stdin); ; {
		for auto[[]string{"white", "black"}[pos.Turn()]] && pos.Winners() == 0 {
			if plies >= 2 {
				misbehave(os.Args[1])
			}
			m := pos.Moves()[rng.IntN(len(pos.Moves()))]
			fmt.Println("*", m)
			play(m)
		}
		fmt.Print("> ")
		if !lines.Scan() {
			return
		}
		switch words := strings.Fields(lines.Text()); {
		case len(words) == 0:
		case words[0] == "quit":
			return
		case words[0] == "auto" || words[0] == "manual":
			auto[words[1]] = words[0] == "auto"
		case words[0] != "seed":
			m, err := pos.Read(lines.Text())
			if err != nil {
				fmt.Fprintln(os.Stderr, "Invalid move. Please try again.")
				continue
			}
			play(m)
		}
	}
}

// playQuickly is thera amazons with hardly a search.
func playQuickly() {
	entry := catalog.Amazons()
	err := textgame.Program{
		Game:      entry.Game,
		NewEngine: func() engine.Engine { return entry.NewEngine(engine.Config{}) },
		Limits:    func(game.Position) engine.Limits { return engine.Limits{Nodes: 100} },
		In:        os.Stdin, Out: os.Stdout, Err: os.Stderr,
	}.Run(context.Background())
	if err != nil {
		panic(err)
	}
}

// misbehave does what no program should, but for one that is honest.
func misbehave(how string) {
	switch how {
	case "honest":
	case "crash":
		panic("oh no")
	case "flood":
		for {
			fmt.Println("I think, therefore I print")
			fmt.Fprintln(os.Stderr, "and complain")
		}
	case "sleep":
		time.Sleep(time.Hour)
	case "bomb": // within reason, should nothing hold it
		for range 500 {
			if err := exec.Command("sleep", "60").Start(); err != nil { // the kernel's limit, which root does not have
				fmt.Fprintln(os.Stderr, err, "threads and processes")
				os.Exit(1)
			}
		}
		time.Sleep(time.Hour)
	case "garbage":
		fmt.Println("* \x00\xff xyzzy ****")
	case "cheat": // a move of the other side's
		fmt.Fprintln(os.Stderr, "he he")
		fmt.Println("* a1-a2(a1)")
	case "claim":
		fmt.Println("* White wins.")
	case "fork":
		for range 3 {
			child := exec.Command(os.Args[0], "sleeper")
			child.Stdout, child.Stderr = os.Stdout, os.Stderr
			if err := child.Start(); err != nil {
				panic(err)
			}
			fmt.Fprintln(os.Stderr, "started", child.Process.Pid)
		}
		time.Sleep(time.Hour)
	default:
		panic("no behavior " + how)
	}
}
