package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"thera/internal/catalog"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// BenchmarkColdStart tells how long a server with many games of correspondence
// takes from its start until it has answered with the page, and then with one of
// the games, whose clocks have to be right, and how much memory the process has a
// second later, when all is done that belongs to the start. An iteration is a game.
func BenchmarkColdStart(b *testing.B) {
	for _, kind := range []struct {
		name    string
		address func(testing.TB) string
	}{
		{"sqlite", storetest.SQLite},
		{"postgres", func(t testing.TB) string {
			address, _ := storetest.PostgresToRestart(t)
			return address
		}},
	} {
		b.Run(kind.name, func(b *testing.B) { coldStart(b, kind.address(b)) })
	}
}

func coldStart(b *testing.B, address string) {
	turn, last := fillStore(b, address, b.N)
	monitor := storetest.Address(b)
	s := &killed{TB: b, listen: storetest.Address(b), store: address, more: []string{"--metrics", monitor}}
	b.ResetTimer()
	began := time.Now()
	s.start()
	defer s.kill()
	listening := time.Now()
	for _, path := range []struct{ path, unit string }{{"", "page-ms"}, {"api/v1/game/game0", "game-ms"}} {
		answer := s.get(s.listen, path.path)
		b.ReportMetric(float64(time.Since(began).Microseconds())/1000, path.unit)
		if path.path != "api/v1/game/game0" {
			continue
		}
		var game struct{ View play.View }
		if err := json.Unmarshal(answer, &game); err != nil || len(game.View.Clocks) != 2 {
			b.Fatalf("game0: %s, %v", answer, err)
		}
		// Until the last heartbeat and since the start is what counts.
		most := play.Millis(3*24*time.Hour/time.Millisecond) - play.Millis(last-turn)
		if left := game.View.Clocks[0]; left > most || left < most-play.Millis(time.Since(listening).Milliseconds())-100 {
			b.Errorf("game0: %d ms are left: want %d or hardly less", left, most)
		}
	}
	b.StopTimer()
	time.Sleep(time.Second)
	for line := range strings.Lines(string(s.get(monitor, "metrics"))) {
		var bytes float64
		if n, _ := fmt.Sscanf(line, "process_resident_memory_bytes %g", &bytes); n == 1 {
			b.ReportMetric(bytes/(1<<20), "MiB")
		}
	}
}

// fillStore makes games in which each player has had a turn. It returns when the
// running turn of the first one began, and when the last heartbeat was.
func fillStore(b *testing.B, address string, games int) (turn, last play.Instant) {
	b.Helper()
	s, err := store.Open(b.Context(), address)
	if err != nil {
		b.Fatal(err)
	}
	pulse, err := room.NewHeartbeat(b.Context(), s)
	if err != nil {
		b.Fatal(err)
	}
	rules := catalog.AllRules()[0]
	var all sync.WaitGroup
	var mu sync.Mutex
	for part := range 128 {
		all.Go(func() {
			for n := part; n < games; n += 128 {
				setup := play.Setup{Game: rules.Name(), Variant: rules.Variants()[0], Control: play.Control{Turn: play.Millis(3 * 24 * time.Hour / time.Millisecond)}}
				for seat := range 2 {
					setup.Players = append(setup.Players, play.Player{ID: fmt.Sprint("player", (n+seat)%1000), Kind: play.Person})
				}
				state, log, err := play.Create(rules, setup, pulse.Now())
				for ply := 1; err == nil && ply <= 2; ply++ {
					var events []play.Event
					c := play.Turn{Seat: state.Position().Turn(), Ply: ply, Text: []string{"a4-b4(c4)", "a7-b7(c7)"}[ply-1]}
					state, events, err = state.Decide(pulse.Now(), c)
					log = append(log, events...)
				}
				if err == nil {
					err = s.Append(b.Context(), state.Batch(fmt.Sprint("game", n), log))
				}
				if err != nil {
					b.Error(err)
					return
				}
				if n == 0 {
					mu.Lock()
					turn = state.At()
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
	last = pulse.Now()
	if err := s.Beat(b.Context(), last); err != nil {
		b.Fatal(err)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	return turn, last
}

// get asks the server, and returns what it answers.
func (s *killed) get(address, path string) []byte {
	s.Helper()
	response, err := http.Get("http://" + address + "/" + path)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // read to its end
	answer, err := io.ReadAll(response.Body)
	// Where the page has not been built the server says so in its place.
	if err != nil || response.StatusCode != http.StatusOK && path != "" {
		s.Fatalf("%s: %s, %v", path, response.Status, err)
	}
	return answer
}
