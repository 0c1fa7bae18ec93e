package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"thera/internal/bus/bustest"
	"thera/internal/load"
	"thera/internal/store/storetest"
)

// BenchmarkCosts tells what a turn and a socket cost all parts of a service: nodes,
// Postgres and a NATS server, in processor time, which does not depend much on what
// else the machine does, and in bytes. Run it once, -benchtime 1x. Two rates of turns
// on one node tell turns from sockets, which cost what they do at any rate; a third
// node tells what it costs to be connected to a node that does not own the game.
func BenchmarkCosts(b *testing.B) {
	const games, seconds = 400, 40
	var slow, fast, three costs
	for range b.N {
		slow, fast = measure(b, 1, games, 40, seconds), measure(b, 1, games, 200, seconds)
		three = measure(b, 3, games, 200, seconds)
	}
	more := fast.turns - slow.turns
	sockets := 2 * games * float64(seconds)
	turn := func(of func(costs) float64) float64 { return (of(fast) - of(slow)) / more }
	socket := func(of func(costs) float64) float64 { return (of(slow) - turn(of)*slow.turns) / sockets }
	node := func(c costs) float64 { return c.node }
	b.ReportMetric(1e6*turn(node), "node-µs/turn")
	b.ReportMetric(1e6*socket(node), "node-µs/socket-s")
	remote := three.node - socket(node)*sockets - turn(node)*three.turns
	// Of three nodes two do not own a player's game.
	b.ReportMetric(1e6*remote/three.turns*3/2, "away-µs/turn")
	b.ReportMetric(1e6*turn(func(c costs) float64 { return c.postgres }), "postgres-µs/turn")
	b.ReportMetric(turn(func(c costs) float64 { return c.wal }), "wal-B/turn")
	b.ReportMetric(fast.row, "B/row")
	b.ReportMetric(fast.rows/fast.turns, "rows/turn")
	b.ReportMetric(1e6*three.nats/three.turns, "nats-µs/turn")
	b.ReportMetric(three.busBytes/three.turns*3/2, "nats-B/away-turn")
	b.ReportMetric(three.busMessages/three.turns*3/2, "nats-messages/away-turn")
	b.ReportMetric(turn(func(c costs) float64 { return c.heard }), "heard-B/turn")
	b.ReportMetric(turn(func(c costs) float64 { return c.said }), "said-B/turn")
	b.ReportMetric(socket(func(c costs) float64 { return c.heard }), "heard-B/socket-s")
	b.ReportMetric(socket(func(c costs) float64 { return c.said }), "said-B/socket-s")
	b.ReportMetric(fast.memory/games/1024, "node-KiB/game")
}

// costs are those of one run: seconds of a processor, bytes and counts.
type costs struct {
	turns                 float64
	node, postgres, nats  float64 // processor time
	memory                float64 // of the nodes, more than before
	wal, row, rows        float64 // bytes written ahead, a row's bytes, rows
	busBytes, busMessages float64
	heard, said           float64 // by players
}

// measure plays games at a rate on so many nodes.
func measure(b *testing.B, nodes, games, rate, seconds int) (c costs) {
	b.Helper()
	address, _ := storetest.PostgresToRestart(b)
	_, port, _ := net.SplitHostPort(freeAddress(b))
	monitor, err := strconv.Atoi(port)
	if err != nil {
		b.Fatal(err)
	}
	nats := bustest.Start(b, func(o *server.Options) { o.HTTPHost, o.HTTPPort = "127.0.0.1", monitor })
	var urls []string
	for range nodes {
		node := &killed{TB: b, listen: freeAddress(b), store: address, more: []string{"--nats", nats.URL, "--slots", "0"}}
		node.start()
		defer node.kill()
		urls = append(urls, "http://"+node.listen)
	}
	db, err := sql.Open("pgx", address)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // only read
	ask := func(query string) (answer float64) {
		if err := db.QueryRow(query).Scan(&answer); err != nil {
			b.Fatalf("%s: %v", query, err)
		}
		return answer
	}
	const written, rows = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')", "SELECT count(*) FROM events"
	bytes, messages := busTraffic(b, monitor)
	before := costs{
		postgres: postgresTime(b, address), nats: ownTime(b), wal: ask(written), busBytes: bytes, busMessages: messages,
	}
	players := exec.Command(os.Args[0], "load", "--json", "--url", strings.Join(urls, ","), "--games", fmt.Sprint(games),
		"--rate", fmt.Sprint(rate), "--time", fmt.Sprint(seconds, "s"), "--clock", "10+10", "--seed", "1")
	players.Args[0] = "thera"
	out, err := players.StdoutPipe()
	if err == nil {
		err = players.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	var result load.Result
	if err := json.NewDecoder(out).Decode(&result); err != nil {
		b.Fatal(err)
	}
	// The process has said all, and is there until somebody waits for it.
	c.heard, c.said = traffic(b, players.Process.Pid)
	if err := players.Wait(); err != nil {
		b.Fatal(err)
	}
	bytes, messages = busTraffic(b, monitor)
	c.turns, c.node, c.memory = float64(result.Turns), result.CPU, float64(result.Memory-result.MemoryIdle)
	c.postgres, c.nats = postgresTime(b, address)-before.postgres, ownTime(b)-before.nats
	c.wal, c.rows = ask(written)-before.wal, ask(rows)
	c.row = ask("SELECT pg_total_relation_size('events')") / c.rows
	c.busBytes, c.busMessages = bytes-before.busBytes, messages-before.busMessages
	b.Logf("%d nodes, %d turns a second: %+v", nodes, rate, c)
	return c
}

// busTraffic returns what a NATS server has taken and given, in bytes and messages.
func busTraffic(b *testing.B, monitor int) (bytes, messages float64) {
	b.Helper()
	response, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/varz", monitor))
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // only read
	var v server.Varz
	if err := json.NewDecoder(response.Body).Decode(&v); err != nil {
		b.Fatal(err)
	}
	return float64(v.InBytes + v.OutBytes), float64(v.InMsgs + v.OutMsgs)
}

// traffic returns what a process has read and written, all of it on sockets but for
// a little.
func traffic(b *testing.B, pid int) (read, written float64) {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/io", pid))
	if err != nil {
		b.Fatal(err)
	}
	if _, err := fmt.Sscanf(string(text), "rchar: %g\nwchar: %g", &read, &written); err != nil {
		b.Fatalf("%q: %v", text, err)
	}
	return read, written
}

// ownTime returns the processor time of this process, which is the NATS server.
func ownTime(b *testing.B) float64 {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()).Seconds()
}

// postgresTime returns the processor time of all processes of the Postgres at an
// address, those that have ended included.
func postgresTime(b *testing.B, address string) (seconds float64) {
	b.Helper()
	u, err := url.Parse(address)
	if err != nil {
		b.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(u.Query().Get("host"), "data", "postmaster.pid"))
	if err != nil {
		b.Fatal(err)
	}
	master, _, _ := strings.Cut(string(text), "\n")
	children, err := os.ReadFile("/proc/" + master + "/task/" + master + "/children")
	if err != nil {
		b.Fatal(err)
	}
	ticks := 0.0
	for _, pid := range append(strings.Fields(string(children)), master) {
		stat, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil {
			continue // it has ended just now
		}
		_, after, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(after)[11:15] // own time in user and system, and that of those that have ended
		for _, field := range fields {
			tick, err := strconv.ParseFloat(field, 64)
			if err != nil {
				b.Fatalf("%q: %v", stat, err)
			}
			ticks += tick
		}
	}
	return ticks / 100
}
