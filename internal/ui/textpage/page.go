package textpage

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"sync"
	"time"

	"thera/game"
	"thera/internal/catalog/answer"
)

// Page shows one game. [Start] makes it, and it is the display of a text program.
type Page struct {
	origin string // http://127.0.0.1:PORT
	token  string
	cookie string // its name; browsers don't separate cookies by port
	lines  chan string
	http   *http.Server
	ended  chan error // gets the result of http

	mu      sync.Mutex
	display Display
	text    []byte        // the display as JSON
	changed chan struct{} // closed when text changes
}

// Start starts serving the page of a game on a port that only this machine can reach.
// It shows nothing yet. files are those of the web page; if they are nil, the page says
// how to build it.
func Start(name string, files fs.FS) (*Page, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Page{
		origin:  "http://" + listener.Addr().String(),
		token:   rand.Text(),
		cookie:  fmt.Sprintf("display-%d", listener.Addr().(*net.TCPAddr).Port),
		lines:   make(chan string),
		ended:   make(chan error, 1),
		display: Display{Position: answer.Position{Game: name}, Messages: []Message{}},
		text:    []byte("{}"),
		changed: make(chan struct{}),
	}
	p.http = &http.Server{
		Handler:           p.handler(files),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		MaxHeaderBytes:    16 << 10,
	}
	go func() { p.ended <- p.http.Serve(listener) }()
	return p, nil
}

// URL returns the address of the page.
func (p *Page) URL() string { return p.origin + "/" + p.token + "/" }

// Close ends the pages' streams with a last display and stops serving.
func (p *Page) Close() error {
	p.update(func(d *Display) { d.Ended = true })
	grace, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	err := p.http.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		err = p.http.Close()
	}
	if failed := <-p.ended; !errors.Is(failed, http.ErrServerClosed) {
		err = errors.Join(err, failed)
	}
	return err
}

// Lines returns the commands entered on the page.
func (p *Page) Lines() <-chan string { return p.lines }

// Show shows a position, the moves played up to it and which sides are automated, White
// first.
func (p *Page) Show(pos game.Position, played []game.Move, auto [2]bool) {
	p.update(func(d *Display) { d.show(pos, played, auto) })
}

// Tell shows a message.
func (p *Page) Tell(message string) {
	p.update(func(d *Display) { d.tell(message) })
}

func (p *Page) update(change func(*Display)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change(&p.display)
	text, err := json.Marshal(p.display)
	if err != nil {
		return // cannot happen: it is plain data
	}
	p.text = text
	close(p.changed)
	p.changed = make(chan struct{})
}

// current returns the display as JSON, whether it is the last one, and a channel that
// is closed when there is another.
func (p *Page) current() (text []byte, last bool, changed <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text, p.display.Ended, p.changed
}

// Display is everything that the page shows.
type Display struct {
	answer.Position
	Last   game.Move   `json:"last,omitempty" doc:"The move that led here; absent at the start"`
	Open   bool        `json:"open" doc:"Whether a person is to move"`
	Played []game.Move `json:"played" doc:"All moves from the start"`
	Auto   []bool      `json:"auto" doc:"For each seat in order whether the program plays it"`
	// Messages holds the latest few.
	Messages []Message `json:"messages" doc:"The latest, the newest last"`
	Ended    bool      `json:"ended" doc:"Whether the program has ended"`
}

// Message is the reason why something was refused.
type Message struct {
	Number int    `json:"number" doc:"Counted from 1, so that the page knows which it has shown"`
	Text   string `json:"text"`
}

const maxMessages = 5

func (d *Display) show(pos game.Position, played []game.Move, auto [2]bool) {
	d.Position = answer.Position{Game: d.Game, State: answer.NewState(pos)}
	d.Last, d.Played = "", append([]game.Move{}, played...)
	if n := len(played); n > 0 {
		d.Last = played[n-1]
	}
	d.Auto = auto[:]
	d.Open = pos.Winners() == 0 && !auto[pos.Turn()]
}

func (d *Display) tell(text string) {
	number := 1
	if n := len(d.Messages); n > 0 {
		number = d.Messages[n-1].Number + 1
	}
	d.Messages = append(d.Messages, Message{number, text})
	if extra := len(d.Messages) - maxMessages; extra > 0 {
		d.Messages = d.Messages[extra:]
	}
}
