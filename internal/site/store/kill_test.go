package store_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// writerAddress is the environment variable that turns the test binary into a
// program that writes until it is killed, and prints each acknowledgment.
const writerAddress = "THERA_TEST_WRITER"

func writeForever(address string) {
	fail := func(err error) {
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
	}
	ctx := context.Background()
	s, err := store.Open(ctx, address)
	fail(err)
	lines := make(chan string, 1000)
	for n := range 40 {
		go func() {
			log, err := s.Events(ctx, id(n), 0)
			fail(err)
			number := len(log)
			for {
				b := play.Batch{Game: id(n), Events: []play.Event{{Number: number + 1, Kind: play.Offered}, {Number: number + 2, Kind: play.Declined}}}
				fail(s.Append(ctx, b))
				number += 2
				lines <- fmt.Sprintln(id(n), number)
			}
		}()
	}
	for line := range lines {
		_, err := os.Stdout.WriteString(line) // not buffered: what is written is with the parent
		fail(err)
	}
}

// A process that is killed loses nothing that it has acknowledged, and leaves no
// gap.
func TestKill(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s, err := store.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 40 {
			begin(t, s, id(n), 0, setupOf(t, false, "ann", "bob"))
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		for kill := range 5 {
			acknowledged := writeAndKill(t, address, time.Duration(100+37*kill)*time.Millisecond)
			s, err := store.Open(t.Context(), address)
			if err != nil {
				t.Fatal(err)
			}
			total := 0
			for n := range 40 {
				log, err := s.Events(t.Context(), id(n), 0)
				if err != nil {
					t.Fatal(err)
				}
				if len(log) < acknowledged[id(n)] {
					t.Errorf("%s: %d events, %d were acknowledged", id(n), len(log), acknowledged[id(n)])
				}
				if len(log)%2 == 0 {
					t.Errorf("%s: %d events: half of a batch is stored", id(n), len(log))
				}
				for i, e := range log {
					if e.Number != i+1 {
						t.Fatalf("%s: event %d stands at %d", id(n), e.Number, i+1)
					}
				}
				total += acknowledged[id(n)]
			}
			if total == 0 {
				t.Error("nothing was acknowledged before the kill")
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// writeAndKill lets the writer run for a while after its first acknowledgment,
// kills it, and returns the last number of each game that it acknowledged.
func writeAndKill(t *testing.T, address string, while time.Duration) map[string]int {
	t.Helper()
	writer := exec.Command(os.Args[0])
	writer.Env = append(os.Environ(), writerAddress+"="+address)
	writer.Stderr = os.Stderr
	out, err := writer.StdoutPipe()
	if err == nil {
		err = writer.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	acknowledged := map[string]int{}
	lines := bufio.NewScanner(out)
	for first := true; lines.Scan(); first = false {
		if first {
			defer time.AfterFunc(while, func() { _ = writer.Process.Kill() }).Stop()
		}
		game, number, _ := strings.Cut(lines.Text(), " ")
		n := 0
		if _, err := fmt.Sscan(number, &n); err != nil || !strings.HasPrefix(game, "game") {
			continue // cut off by the kill, or a complaint
		}
		acknowledged[game] = n
	}
	if err := writer.Wait(); err == nil {
		t.Error("the writer has ended by itself")
	}
	return acknowledged
}
