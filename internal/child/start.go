package child

import (
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Start starts a program: argv is its command and arguments, at least the
// command.
func Start(argv []string) (*Process, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	// A child of the program that lives on must not keep us waiting.
	cmd.WaitDelay = time.Second
	p := newProcess()
	cmd.Stderr = &p.stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p.attach(Streams{In: in, Out: out, Wait: cmd.Wait, Kill: func() {
		_ = cmd.Process.Kill()
		_ = out.Close() // which a child of the program may hold open
	}})
	return p, nil
}

// tail is a writer that keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 4096 // bytes

// Write implements io.Writer. It never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - tailSize; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}

// Quote quotes the end of a long text.
func Quote(text string) string {
	const enough = 300
	text = strings.TrimSpace(text)
	if len(text) > enough {
		text = "…" + strings.ToValidUTF8(text[len(text)-enough:], "")
	}
	return fmt.Sprintf("%q", text)
}
