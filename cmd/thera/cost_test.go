//go:build linux

package main

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/site/load"
	"thera/internal/site/store/storetest"
)

// BenchmarkCosts tells what a turn and a socket cost all parts of a service: nodes,
// Postgres and a NATS server, in processor time, which does not depend much on what
// else the machine does, and in bytes. Run it once, -benchtime 1x. Two rates of turns
// tell turns from sockets, which cost what they do at any rate; a longer and a
// shorter time tell both from how games begin; and three nodes instead of one what it
// costs to be connected to a node that does not own the game.
func BenchmarkCosts(b *testing.B) {
	const games, short, long = 400, 15, 55
	var brief, slow, fast, three costs
	for range b.N {
		brief, slow = measure(b, 1, games, 40, short), measure(b, 1, games, 40, long)
		fast, three = measure(b, 1, games, 200, long), measure(b, 3, games, 200, long)
	}
	turn := func(of func(costs) float64) float64 { return (of(fast) - of(slow)) / (fast.turns - slow.turns) }
	socket := func(of func(costs) float64) float64 {
		return (of(slow) - of(brief) - turn(of)*(slow.turns-brief.turns)) / (2 * games * (long - short))
	}
	begun := func(of func(costs) float64) float64 {
		return (of(brief) - turn(of)*brief.turns - socket(of)*2*games*short) / games
	}
	node := func(c costs) float64 { return c.node }
	heard, said := func(c costs) float64 { return c.heard }, func(c costs) float64 { return c.said }
	database := func(c costs) float64 { return c.postgres }
	b.ReportMetric(1e6*turn(node), "node-µs/turn")
	b.ReportMetric(1e6*socket(node), "node-µs/socket-s")
	// Of three nodes two do not own a player's game, and the game's two players are
	// connected to ten ninths of them.
	b.ReportMetric(1e6*(three.node-fast.node)/three.turns*3/2, "away-µs/turn")
	b.ReportMetric(1e6*(three.postgres-fast.postgres)/(games*long)*9/10, "postgres-µs/followed-game-s")
	b.ReportMetric(1e6*turn(database), "postgres-µs/turn")
	b.ReportMetric(turn(func(c costs) float64 { return c.wal }), "wal-B/turn")
	b.ReportMetric(fast.row, "B/row")
	b.ReportMetric(fast.rows/fast.turns, "rows/turn")
	b.ReportMetric(1e6*three.nats/three.turns, "nats-µs/turn")
	b.ReportMetric(three.busBytes/three.turns*3/2, "nats-B/away-turn")
	b.ReportMetric(three.busMessages/three.turns*3/2, "nats-messages/away-turn")
	b.ReportMetric(turn(heard), "heard-B/turn")
	b.ReportMetric(turn(said), "said-B/turn")
	b.ReportMetric(socket(heard)+socket(said), "alive-B/socket-s")
	b.ReportMetric(begun(heard)+begun(said), "B/game-begun")
	b.ReportMetric(fast.memory/games/1024, "node-KiB/game")
}

// BenchmarkNotices tells what it costs a node to tell one more who listens of a seek,
// and that it is gone.
func BenchmarkNotices(b *testing.B) {
	const listeners, seekers, each = 500, 20, 5 // a player has five seeks at most
	node := &killed{TB: b, listen: storetest.Address(b), store: storetest.SQLite(b), more: []string{"--slots", "0"}}
	node.start()
	defer node.kill()
	base := "http://" + node.listen + "/api/v1/"
	guest := func() *http.Client {
		jar, _ := cookiejar.New(nil) // there is no error without options
		c := &http.Client{Jar: jar}
		response, err := c.Post(base+"account/guest", "", nil)
		if err != nil || response.StatusCode != http.StatusOK {
			b.Fatalf("guest: %v, %v", response, err)
		}
		_ = response.Body.Close()
		return c
	}
	var heard atomic.Int64
	var all sync.WaitGroup
	ctx, leave := context.WithCancel(b.Context())
	for range listeners {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"events?lobby=true", nil)
		if err != nil {
			b.Fatal(err)
		}
		response, err := guest().Do(request)
		if err != nil || response.StatusCode != http.StatusOK {
			b.Fatalf("events: %v, %v", response, err)
		}
		all.Go(func() {
			defer response.Body.Close() //nolint:errcheck // only read
			for lines := bufio.NewScanner(response.Body); lines.Scan(); {
				if strings.Contains(lines.Text(), `"seek`) {
					heard.Add(1)
				}
			}
		})
	}
	time.Sleep(2 * time.Second)
	rules := catalog.AllRules()[0]
	began, before := heard.Load(), processorSeconds(b, node.process.Process.Pid)
	for range seekers {
		who := guest()
		for n := range each {
			body := fmt.Sprintf(`{"game":%q,"variant":%q,"clock":"%d+3","rated":false,"seat":1}`, rules.Name(), rules.Variants()[0], 5+n)
			response, err := who.Post(base+"seeks", "application/json", strings.NewReader(body))
			if err != nil || response.StatusCode != http.StatusOK {
				b.Fatalf("seek: %v, %v", response, err)
			}
			_ = response.Body.Close()
		}
	}
	for range 100 {
		if heard.Load()-began >= listeners*seekers*each {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	notices := float64(heard.Load() - began)
	took := processorSeconds(b, node.process.Process.Pid) - before
	leave()
	all.Wait()
	b.ReportMetric(notices, "notices")
	b.ReportMetric(1e6*took/notices, "node-µs/notice")
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

// measure plays games at a rate on a number of nodes.
func measure(b *testing.B, nodes, games, rate, seconds int) (c costs) {
	b.Helper()
	address, _ := storetest.PostgresToRestart(b)
	_, port, _ := net.SplitHostPort(storetest.Address(b))
	monitor := gametest.Must(b, strconv.Atoi, port)
	nats := storetest.StartBus(b, func(o *server.Options) { o.HTTPHost, o.HTTPPort = "127.0.0.1", monitor })
	var urls []string
	for range nodes {
		node := &killed{TB: b, listen: storetest.Address(b), store: address, more: []string{"--nats", nats.URL, "--slots", "0"}}
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
	text := gametest.Must(b, os.ReadFile, fmt.Sprintf("/proc/%d/io", pid))
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
	u := gametest.Must(b, url.Parse, address)
	text := gametest.Must(b, os.ReadFile, filepath.Join(u.Query().Get("host"), "data", "postmaster.pid"))
	master, _, _ := strings.Cut(string(text), "\n")
	children := gametest.Must(b, os.ReadFile, "/proc/"+master+"/task/"+master+"/children")
	for _, pid := range append(strings.Fields(string(children)), master) {
		n := gametest.Must(b, strconv.Atoi, pid)
		seconds += processorSeconds(b, n)
	}
	return seconds
}

// processorSeconds returns the processor time of a process and of its children that
// have ended, 0 if it has ended itself.
func processorSeconds(b *testing.B, pid int) (seconds float64) {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	for _, field := range strings.Fields(after)[11:15] { // in user and system, its own and theirs
		ticks, err := strconv.ParseFloat(field, 64)
		if err != nil {
			b.Fatalf("%q: %v", stat, err)
		}
		seconds += ticks / 100
	}
	return seconds
}
