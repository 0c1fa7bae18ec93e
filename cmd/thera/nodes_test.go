//go:build unix

package main

import (
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"thera/game/gametest"
	"thera/internal/site/load"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

var (
	faultsFlag = flag.String("faults", "", "with -long, do these `FAULTS` instead of all: kill, freeze, bus, end, database, with commas between them")
	gamesFlag  = flag.Int("games", 2000, "with -long, so many games at a time")
	turnsFlag  = flag.Float64("turns", 100, "with -long, so many turns a second in all games together")
	everyFlag  = flag.Duration("every", 20*time.Second, "with -long, from one fault to the next")
)

// TestNodesAreKilled plays on three nodes with a bus and a Postgres beside them,
// and kills, freezes and ends nodes, the bus and the database under load: a few
// games once, or with -long 2,000 games and each fault five times, or those of
// -faults. Then all games are played to their end. Nothing that was acknowledged is
// lost, nobody hears anything twice, and no clock loses the time in which nobody was
// heard.
func TestNodesAreKilled(t *testing.T) {
	t.Parallel() // it waits most of the time
	tables, rate, every := 24, 40.0, 3*time.Second
	names := []string{"kill", "freeze", "bus", "end", "database"}
	if gametest.Long() {
		tables, rate, every = *gamesFlag, *turnsFlag, *everyFlag
		if names = slices.Repeat(names, 5); *faultsFlag != "" {
			names = strings.Split(*faultsFlag, ",")
		}
	}
	address, restartStore := storetest.PostgresToRestart(t)
	nats := &busProcess{TB: t, folder: t.TempDir(), address: storetest.Address(t)}
	nats.start()
	defer nats.kill()
	var nodes [3]*killed
	var urls []string
	for i := range nodes {
		nodes[i] = &killed{TB: t, listen: storetest.Address(t), store: address, more: []string{"--nats", "nats://" + nats.address}}
		nodes[i].start()
		defer nodes[i].kill()
		urls = append(urls, "http://"+nodes[i].listen)
	}

	control := gametest.Must(t, play.ParseControl, "10+10")
	awaitTurns, leave := sitDown(t, load.Config{URLs: urls, ConcurrentGames: tables, Rate: rate, Control: control, Seed: 1, Finish: gametest.Long()})
	faults := map[string]func(node *killed){
		"kill": func(node *killed) {
			node.kill()
			time.Sleep(time.Second)
			node.start()
		},
		"freeze": func(node *killed) {
			node.signal(syscall.SIGSTOP)
			time.Sleep(4 * time.Second) // for longer than others wait
			node.signal(syscall.SIGCONT)
		},
		"bus": func(*killed) {
			nats.kill()
			nats.start()
		},
		"end": func(node *killed) {
			node.signal(os.Interrupt)
			_ = node.process.Wait()
			node.start()
		},
		"database": func(*killed) { restartStore() },
	}
	for i, name := range names {
		do, ok := faults[name]
		if !ok {
			t.Fatalf("fault %q: want %v", name, slices.Sorted(maps.Keys(faults)))
		}
		awaitTurns(int64(tables))
		time.Sleep(every)
		began := time.Now()
		do(nodes[i%len(nodes)])
		t.Logf("%s %s, for %.1f s", began.Format(time.TimeOnly), name, time.Since(began).Seconds())
	}
	awaitTurns(int64(tables))
	result, history := leave()
	for _, node := range nodes {
		node.kill()
	}
	report := nodes[0].hold(result, history)
	t.Logf("games | faults | turns acknowledged | of them missing | heard twice | games ended | connections made again | interruptions: median, p99, longest\n"+
		"| %d | %s | %d | %d | %d | %d | %d | %.1f s, %.1f s, %.1f s |", result.Games, strings.Join(names, ", "), report.Known, result.Lost,
		result.Doubled, result.Ended, result.Reconnected, result.InterruptionP50/1000, result.InterruptionP99/1000, result.InterruptionMax/1000)
}
