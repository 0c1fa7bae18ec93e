//go:build unix

package grade

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/child"
	"thera/internal/ui/textgame"
)

// acts are what the test binary is when its first argument names one: what students hand in,
// and the helper that confines it.
var acts = map[string]func(){
	"confine": func() { os.Exit(child.ConfinedMain(os.Args[2:])) },
	"good":    good,
	"fork": func() { // plays well, and leaves something behind
		for range 3 {
			cmd := exec.Command(os.Args[0], "linger")
			cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			_ = cmd.Start()
		}
		good()
	},
	"linger": func() { time.Sleep(time.Minute) },
	"crash": func() {
		begin()
		fmt.Fprintln(os.Stderr, "java.lang.NullPointerException")
		os.Exit(3)
	},
	"flood": func() {
		begin()
		for {
			_, _ = os.Stdout.WriteString(strings.Repeat("thinking ", 1000) + "\n")
		}
	},
	"sleep":   func() { begin(); time.Sleep(time.Minute) },
	"garbage": func() { begin(); fmt.Println("\x00\xff* \xf0> * what?\n* * *"); _, _ = io.Copy(io.Discard, os.Stdin) },
	"cheat": func() {
		begin()
		fmt.Println("* d1-d2(d1)\n* d1-d2(d1)\n* White wins.")
		_, _ = io.Copy(io.Discard, os.Stdin)
	},
	"bomb": func() { // of processes that are small, so that it is not for their memory that it is ended
		begin()
		for range 500 {
			if err := exec.Command("sleep", "60").Start(); err != nil { // the kernel's limit, which root does not have
				fmt.Fprintln(os.Stderr, err, "threads and processes")
				os.Exit(1)
			}
		}
		time.Sleep(time.Minute)
	},
	"eat": func() { // not from Go's heap, which the race detector makes larger
		begin()
		for {
			part, err := syscall.Mmap(-1, 0, 8<<20, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
			if err != nil {
				panic(err)
			}
			for i := 0; i < len(part); i += 4096 {
				part[i] = 1
			}
			time.Sleep(10 * time.Millisecond) // a busy machine must not run out of it before anybody looks
		}
	},
}

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		if act, ok := acts[os.Args[1]]; ok {
			act()
			return
		}
	}
	// Under the race detector, programs wait for a second before they end.
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// good is the text program with a poor player.
func good() {
	entry := catalog.Amazons()
	random, err := entry.Engine("random")
	if err != nil {
		panic(err)
	}
	_ = textgame.Program{
		Game:      entry.Game,
		NewEngine: func() engine.Engine { return random.New(engine.Config{}) },
		Limits:    func(game.Position) engine.Limits { return engine.Limits{} },
		In:        os.Stdin,
		Out:       os.Stdout,
		Err:       os.Stderr,
	}.Run(context.Background())
}

// begin reads commands until a side is automated. Without that, it ends with its
// input.
func begin() {
	fmt.Print("Amazons 61B, version 1.0\n> ")
	for in := bufio.NewScanner(os.Stdin); in.Scan(); fmt.Print("> ") {
		if strings.HasPrefix(in.Text(), "auto") {
			return
		}
	}
	os.Exit(0)
}
