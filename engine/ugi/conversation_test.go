package ugi

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"thera/amazons"
	"thera/engine"
	"thera/engine/enginetest"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
)

// A conversation with a server is written in lines "> COMMAND" for what is
// sent, "< ANSWER" for what comes back and "~ 1s" for time that passes, which
// is synctest's.
type conversation struct {
	t    *testing.T
	send *io.PipeWriter
	out  syncBuilder
	done chan error
}

func newConversation(t *testing.T, server *Server) *conversation {
	in, send := io.Pipe()
	c := &conversation{t: t, send: send, done: make(chan error, 1)}
	go func() { c.done <- server.Serve(t.Context(), in, &c.out) }()
	return c
}

// hold holds a part of the conversation, and returns it with the answers that
// the server really gave.
func (c *conversation) hold(part string) string {
	var held strings.Builder
	for line := range strings.Lines(part) {
		mark, rest, _ := strings.Cut(strings.TrimRight(line, "\n"), " ")
		switch mark {
		case ">":
			fmt.Fprintln(c.send, rest)
		case "~":
			d, err := time.ParseDuration(rest)
			if err != nil {
				c.t.Error(err)
			}
			time.Sleep(d)
		default:
			continue
		}
		synctest.Wait()
		held.WriteString(line)
		for answer := range strings.Lines(c.out.take()) {
			held.WriteString("< " + answer)
		}
	}
	return held.String()
}

// end ends the server's input and waits for its end.
func (c *conversation) end() {
	_ = c.send.Close()
	if err := <-c.done; err != nil {
		c.t.Error(err)
	}
	if rest := c.out.take(); rest != "" {
		c.t.Errorf("said at the end: %q", rest)
	}
}

// syncBuilder gathers what one goroutine writes until another takes it.
type syncBuilder struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *syncBuilder) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *syncBuilder) take() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.text.Reset()
	return b.text.String()
}

// exampleServer is the server of the conversations.
func exampleServer() *Server {
	server := testServer(enginetest.Stub{Score: engine.Estimate(110), TimeFraction: 0.9})
	server.Name, server.Author = "Example 1.0", "A. Author"
	newEngine := server.Variants[0].New
	server.Variants = []Variant{
		{"amazons", amazons.Rules(), "10x10", newEngine},
		{"amazons6", amazons.Rules(), "6x6", newEngine},
		{"santorini", santorini.Rules(), "", newEngine},
		{"hermit3", hermit.Rules(), "3x3", newEngine},
	}
	return server
}

var conversationLines = regexp.MustCompile(`(?m)(^[<>~] .*\n)+`)

// compareConversation holds the conversation in a text file, which may have
// other text between its parts, and compares all answers.
func compareConversation(t *testing.T, path string) {
	t.Helper()
	text := gametest.Must(t, os.ReadFile, path)
	var got string
	synctest.Test(t, func(t *testing.T) {
		c := newConversation(t, exampleServer())
		got = conversationLines.ReplaceAllStringFunc(string(text), c.hold)
		c.end()
	})
	gametest.Golden(t, path, got)
}

func TestConversations(t *testing.T) {
	paths, err := filepath.Glob("testdata/conversations/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no conversations", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { compareConversation(t, path) })
	}
}

// TestDocumentation holds the conversation in the documentation.
func TestDocumentation(t *testing.T) { compareConversation(t, "../../docs/programs/protocol.md") }
