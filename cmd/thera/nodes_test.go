package main

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"thera/game/gametest"
	"thera/internal/bus/bustest"
	"thera/internal/load"
	"thera/internal/play"
	"thera/internal/store/storetest"
)

// TestNodesAreKilled plays on three nodes with a bus and a Postgres beside them,
// and kills, freezes and ends nodes, the bus and the database under load: a few
// games once, or with -long 2,000 games and each fault five times. Nothing that
// was acknowledged is lost, nobody hears anything twice, and no clock loses the
// time in which nobody was heard.
func TestNodesAreKilled(t *testing.T) {
	t.Parallel() // it waits most of the time
	tables, rate, rounds, between := 24, 40.0, 1, 3*time.Second
	if gametest.Long() {
		tables, rate, rounds, between = 2000, 100, 5, 20*time.Second
	}
	address, restartStore := storetest.PostgresToRestart(t)
	nats := bustest.Start(t, nil)
	var nodes [3]*killed
	var urls []string
	for i := range nodes {
		nodes[i] = &killed{TB: t, listen: freeAddress(t), store: address, more: []string{"--nats", nats.URL}}
		nodes[i].start()
		defer nodes[i].kill()
		urls = append(urls, "http://"+nodes[i].listen)
	}

	control, err := play.ParseControl("10+10")
	if err != nil {
		t.Fatal(err)
	}
	leave := sitDown(t, load.Config{URLs: urls, Tables: tables, Rate: rate, Control: control, Seed: 1})
	faults := []struct {
		name string
		do   func(node *killed)
	}{
		{"node killed", func(node *killed) {
			node.kill()
			time.Sleep(time.Second)
			node.start()
		}},
		{"node frozen", func(node *killed) {
			node.signal(syscall.SIGSTOP)
			time.Sleep(4 * time.Second) // for longer than others wait
			node.signal(syscall.SIGCONT)
		}},
		{"bus restarted", func(*killed) { nats.Restart() }},
		{"node ended", func(node *killed) {
			node.signal(os.Interrupt)
			_ = node.process.Wait()
			node.start()
		}},
		{"database killed", func(*killed) { restartStore() }},
	}
	for round := range rounds {
		for i, fault := range faults {
			time.Sleep(between)
			fault.do(nodes[(round+i)%len(nodes)])
		}
	}
	time.Sleep(between)
	result, history := leave()
	for _, node := range nodes {
		node.kill()
	}
	nodes[0].hold(result, history)
}

// A file is served by one program, which goes on when another one is refused.
func TestFileIsServedOnce(t *testing.T) {
	s := &killed{TB: t, listen: freeAddress(t), store: storetest.SQLite(t)}
	s.start()
	defer s.kill()
	second := exec.Command(os.Args[0], "serve", "--listen", freeAddress(t), "--no-open", "--store", s.store)
	second.Args[0] = "thera"
	out, err := second.CombinedOutput()
	if second.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "another program serves this file") || strings.Contains(string(out), "panic") {
		t.Errorf("%v: %s", err, out)
	}
}

func (s *killed) signal(signal os.Signal) {
	s.Helper()
	if err := s.process.Process.Signal(signal); err != nil {
		s.Fatal(err)
	}
}
