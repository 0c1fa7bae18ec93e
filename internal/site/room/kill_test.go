package room_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"thera/game"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
	"thera/santorini"
)

// serverAddress is the environment variable that turns the test binary into a
// program that runs games until it is killed.
const serverAddress = "THERA_TEST_SERVER"

const liveGames = 30

func TestMain(m *testing.M) {
	if address := os.Getenv(serverAddress); address != "" {
		serve(address)
	}
	storetest.Main(m)
}

func rules(name string) (game.Game, error) {
	if name != "santorini" {
		return nil, fmt.Errorf("game %q: want santorini", name)
	}
	return santorini.Rules(), nil
}

// serve opens the house and plays all games at once; players think for up to 40
// ms. Each acknowledgment is printed immediately, with the time since the turn before or
// since this began.
func serve(address string) {
	start := time.Now()
	fail := func(err error) {
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
	}
	ctx := context.Background()
	s, err := store.Open(ctx, address)
	fail(err)
	pulse, err := room.NewHeartbeat(ctx, s)
	fail(err)
	house := room.NewHouse(room.Config{Rules: rules, Log: s, Heartbeat: pulse}, s)
	go house.Run(ctx)
	lines := make(chan string, 1000)
	for n := range liveGames {
		go func() {
			r, _, err := house.Enter(ctx, fmt.Sprint("game", n))
			if errors.Is(err, room.ErrNoGame) {
				fail(house.Begin(ctx, fmt.Sprint("game", n), setup()))
				r, _, err = house.Enter(ctx, fmt.Sprint("game", n))
			}
			fail(err)
			rng := rand.New(rand.NewPCG(1, uint64(n)))
			for began := start; !r.State().Over(); began = time.Now() {
				state := r.State()
				moves := state.Position().Moves()
				turn := play.Turn{Seat: state.Position().Turn(), Ply: state.Ply() + 1, Text: string(moves[rng.IntN(len(moves))])}
				time.Sleep(time.Duration(rng.IntN(40)) * time.Millisecond)
				after, err := r.Do(ctx, turn)
				fail(err)
				lines <- fmt.Sprintln(r.ID(), after.Number(), turn.Ply, turn.Text, time.Since(began).Milliseconds())
			}
			lines <- fmt.Sprintln("over", r.ID())
		}()
	}
	for line := range lines {
		_, err := os.Stdout.WriteString(line)
		fail(err)
	}
}

func setup() play.Setup {
	s := play.Setup{Game: "santorini", Variant: "2p", Control: play.Control{Initial: 60_000, Increment: 2000}, Rated: true}
	for _, id := range []string{"ann", "bob"} {
		s.Players = append(s.Players, play.Player{ID: id, Kind: play.Person})
	}
	return s
}

// A server that is killed repeatedly loses no acknowledged turn and leaves no
// gap; the games continue to their ends, and no clock loses the time during
// which the server was down.
func TestServerIsKilled(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		t.Parallel() // it waits most of the time
		const kills, down = 4, 3 * time.Second
		acknowledged := map[string]string{} // the turn of each game and ply
		var slowest play.Millis             // turn, starts of the server included: the machine may be busy
		for kill := range kills {
			slowest = max(slowest, runAndKill(t, address, time.Duration(150+53*kill)*time.Millisecond, acknowledged))
			time.Sleep(down)
		}
		if len(acknowledged) == 0 {
			t.Fatal("nothing was acknowledged before the last kill")
		}
		slowest = max(slowest, runAndKill(t, address, time.Hour, acknowledged))

		s := storetest.Open(t, address)
		outages := 0
		for n := range liveGames {
			id := fmt.Sprint("game", n)
			log, err := s.Events(t.Context(), id, 0)
			if err != nil {
				t.Fatal(err)
			}
			state, err := play.Replay(santorini.Rules(), log) // without gaps, and legal
			if err != nil {
				t.Fatal(err)
			}
			if state.Winners() == 0 || state.Reason() == play.ByTime {
				t.Errorf("%s ended by %q, won by %s", id, state.Reason(), state.Winners())
			}
			outages += checkTimes(t, id, log, play.Millis(down.Milliseconds())*2/3+slowest)
			for i, turn := range state.Turns() {
				key := fmt.Sprint(id, " ", i+1)
				if want, ok := acknowledged[key]; ok && want != string(turn) {
					t.Errorf("%s: ply %d is %s, acknowledged was %s", id, i+1, turn, want)
				}
				delete(acknowledged, key)
			}
		}
		for key, turn := range acknowledged {
			t.Errorf("%s: %s was acknowledged and is not in the log", key, turn)
		}
		if outages == 0 {
			t.Error("no game has given an outage back")
		}
		if wrong, err := s.Recompute(t.Context(), false); wrong != 0 || err != nil {
			t.Errorf("%d ratings differ from the log's, %v", wrong, err)
		}
	})
}

// checkTimes checks that no turn has cost more than most, and returns how many
// outages there were.
func checkTimes(t *testing.T, id string, log []play.Event, most play.Millis) (outages int) {
	t.Helper()
	left := []play.Millis{60_000, 60_000}
	for _, e := range log {
		if e.Clocks == nil {
			continue
		}
		for seat, now := range e.Clocks {
			if used := left[seat] - now; used > most {
				t.Errorf("%s: event %d costs seat %d %d ms, want at most %d", id, e.Number, seat+1, used, most)
			}
		}
		left = e.Clocks
		if e.Reason == play.ByOutage {
			outages++
		}
	}
	return outages
}

// runAndKill runs the server until all games are over, or kills it a while after
// its first acknowledgment. It notes what was acknowledged, and returns how long the
// slowest turn of that took.
func runAndKill(t *testing.T, address string, while time.Duration, acknowledged map[string]string) (slowest play.Millis) {
	t.Helper()
	server := exec.Command(os.Args[0])
	server.Env = append(os.Environ(), serverAddress+"="+address)
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	over := 0
	for first := true; over < liveGames; first = false {
		line, err := lines.ReadString('\n')
		if err != nil {
			break // killed: what has no end of line was not told
		}
		if first {
			defer time.AfterFunc(while, func() { _ = server.Process.Kill() }).Stop()
		}
		switch fields := strings.Fields(line); {
		case fields[0] == "over":
			over++
		case fields[0] == "error" || len(fields) != 5:
			t.Errorf("the server says %q", line)
		default:
			acknowledged[fields[0]+" "+fields[2]] = fields[3]
			took, _ := strconv.Atoi(fields[4])
			slowest = max(slowest, play.Millis(took))
		}
	}
	_ = server.Process.Kill()
	_ = server.Wait()
	return slowest
}

// Killing and restarting Postgres in the middle of games loses no turn, and the
// games continue on their own.
func TestPostgresRestartsInMidGame(t *testing.T) {
	t.Parallel()
	address, restart := storetest.PostgresToRestart(t)
	s := storetest.Open(t, address)
	pulse, err := room.NewHeartbeat(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	house := room.NewHouse(room.Config{Rules: rules, Log: s, Heartbeat: pulse}, s)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { house.Run(ctx) })
	defer running.Wait()
	defer cancel()
	var games, middle sync.WaitGroup
	var failed atomic.Int32
	ending := make(chan struct{}) // closed when the database is about to be killed
	ids := make([]string, 10)
	for n := range ids {
		ids[n] = fmt.Sprint("game", n)
		if err := house.Begin(t.Context(), ids[n], setup()); err != nil {
			t.Fatal(err)
		}
		r, leave, err := house.Enter(t.Context(), ids[n])
		if err != nil {
			t.Fatal(err)
		}
		middle.Add(1)
		games.Go(func() {
			defer leave()
			reached := sync.OnceFunc(middle.Done)
			defer reached()
			rng := rand.New(rand.NewPCG(1, uint64(n)))
			for !r.State().Over() {
				state := r.State()
				if state.Ply() == 4 {
					reached()
					<-ending
				}
				moves := state.Position().Moves()
				turn := play.Turn{Seat: state.Position().Turn(), Ply: state.Ply() + 1, Text: string(moves[rng.IntN(len(moves))])}
				after, err := r.Do(t.Context(), turn)
				for ; errors.Is(err, room.ErrNotStored); after, err = r.Do(t.Context(), turn) {
					failed.Add(1)
					time.Sleep(50 * time.Millisecond)
				}
				if err != nil || after.Ply() < turn.Ply {
					t.Errorf("%s: ply %d after %+v, %v", r.ID(), after.Ply(), turn, err)
					return
				}
				time.Sleep(time.Duration(rng.IntN(100)) * time.Millisecond)
			}
		})
	}
	middle.Wait()
	close(ending)
	restart()
	games.Wait()
	if failed.Load() == 0 {
		t.Error("no turn had to be sent again: the games were over before")
	}
	for _, id := range ids {
		log, err := s.Events(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		state, err := play.Replay(santorini.Rules(), log)
		if err != nil || state.Winners() == 0 || state.Reason() == play.ByTime {
			t.Errorf("%s ended by %q, won by %s, %v", id, state.Reason(), state.Winners(), err)
		}
	}
}
