package main

import (
	"bufio"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"thera/game/gametest"
	"thera/internal/site/bot"
)

const examples = "../../examples/bots/"

// badNetwork forwards requests to a server for one bot, and returns its address. The first
// stream of a game is silent after a line, the second one ends after it, and the third one
// breaks within it. The third request for moves and the third turn are refused, the turn as
// a proxy does without the server: the streams lead to two turns at most.
func badNetwork(t *testing.T, server string) (address string) {
	t.Helper()
	to := gametest.Must(t, url.Parse, server)
	var streams, moves, turns atomic.Int32
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.ErrorLog = log.New(io.Discard, "", 0)
	proxy.ModifyResponse = func(r *http.Response) error {
		if !strings.Contains(r.Request.URL.Path, "/bot/game/stream/") {
			return nil
		}
		n, body := streams.Add(1), r.Body
		if n > 3 {
			return nil
		}
		line, err := bufio.NewReader(body).ReadString('\n')
		if err != nil {
			return err
		}
		rest := map[int32]io.Reader{
			1: io.MultiReader(strings.NewReader(line), until(r.Request.Context().Done())),
			2: strings.NewReader(line),
			3: io.MultiReader(strings.NewReader(line[:len(line)/2]), iotest.ErrReader(io.ErrUnexpectedEOF)),
		}[n]
		r.Body = struct {
			io.Reader
			io.Closer
		}{rest, body}
		return nil
	}
	listener := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isMoves, isTurn := strings.HasSuffix(r.URL.Path, "/v1/moves"), strings.Contains(r.URL.Path, "/move/")
		switch {
		case isMoves && moves.Add(1) == 3:
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = io.WriteString(w, `{"status":429,"detail":"too many requests"}`)
		case isTurn && turns.Add(1) == 3:
			badGateway(w, r)
		default:
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() {
		listener.CloseClientConnections()
		listener.Close()
	})
	return listener.URL
}

// badGateway answers as a proxy whose server is away.
func badGateway(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusBadGateway)
	_, _ = io.WriteString(w, "<html>502 Bad Gateway</html>\n")
}

// until has nothing to read until it is closed, and then ends.
type until <-chan struct{}

func (u until) Read([]byte) (int, error) {
	<-u
	return 0, io.EOF
}

// TestBotExamples has the bots of the documentation play a whole game each over a bad
// network, against a bot that challenges them.
func TestBotExamples(t *testing.T) {
	t.Parallel()
	server := openServer(t)
	for _, test := range []struct{ name, file, tool, terms string }{
		{"golang", "bot.go", "go", "santorini 5+3 rated"},
		{"python", "bot.py", "python3", "amazons/6x6 5+3 rated"},
		{"script", "bot.mjs", "node", "hermit/5x5 5+3"},
	} {
		t.Run(test.file, func(t *testing.T) {
			t.Parallel()
			command := botExample(t, test.file, test.tool)
			player := command(badNetwork(t, server), newBot(t, server, test.name))
			player.Stderr = os.Stderr
			launch(t, player)
			other := test.name + "-other"
			p := playAs(t, server, other, newBot(t, server, other), offer(t, test.name, test.terms), "alphabeta:nodes=200")
			end := p.wait(bot.Ended, 1)
			if end.Result == bot.Aborted || end.Reason == "resigned" || end.Reason == "time" || end.Reason == "left" {
				t.Errorf("%s", p.text())
			}

			gateway := httptest.NewServer(http.HandlerFunc(badGateway))
			t.Cleanup(gateway.Close)
			lost := command(gateway.URL, "token")
			said, err := lost.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			launch(t, lost)
			if why, err := bufio.NewReader(said).ReadString('\n'); err != nil || !strings.Contains(why, "502") {
				t.Errorf("without a server the bot says %q, %v", why, err)
			}
		})
	}
}

// botExample returns the command of a bot for a server and token.
func botExample(t *testing.T, file, tool string) func(server, token string) *exec.Cmd {
	t.Helper()
	words := []string{tool, examples + file}
	if _, err := exec.LookPath(tool); err != nil {
		t.Skipf("no %s here", tool)
	}
	if tool == "go" {
		words = []string{filepath.Join(t.TempDir(), "bot")}
		if out, err := exec.Command(tool, "build", "-o", words[0], examples+file).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return func(server, token string) *exec.Cmd {
		cmd := exec.Command(words[0], append(words[1:], server)...)
		cmd.Env = append(os.Environ(), tokenVariable+"="+token)
		return cmd
	}
}

// launch starts a command, which is killed after the test.
func launch(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

// TestBotLength wants the bots to have 75 lines at most apart from blank ones.
func TestBotLength(t *testing.T) {
	const most = 75
	for _, file := range []string{"bot.go", "bot.py", "bot.mjs"} {
		text := gametest.Must(t, os.ReadFile, examples+file)
		lines := 0
		for line := range strings.Lines(string(text)) {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
		if lines > most {
			t.Errorf("%s has %d lines: want at most %d", file, lines, most)
		}
	}
}
