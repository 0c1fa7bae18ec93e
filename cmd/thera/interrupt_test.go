//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// silent is an input on which nothing is ever typed. It interrupts a command that reads it.
type silent struct {
	interrupt func()
	ended     <-chan struct{}
}

func (s silent) Read([]byte) (int, error) {
	s.interrupt()
	<-s.ended
	return 0, io.EOF
}

// TestInterruptedReads interrupts commands while they wait for standard input, or for what a
// named pipe is to bring.
func TestInterruptedReads(t *testing.T) {
	for _, command := range []string{
		"convert --to sgf",
		"convert --to sgf PIPE",
		"convert --from thera --to sgf PIPE",
		"classroom -",
		"classroom PIPE",
		"show amazons --record -",
		"puzzles amazons --from -",
		"exam --answers -",
		"exam --set PIPE --level 1",
		"best amazons --positions -",
		"tournament PIPE",
		"explorer build PIPE --out OUT",
		"solve --verify PIPE",
		"play --load PIPE",
		"serve --config PIPE",
	} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			pipe, out := filepath.Join(t.TempDir(), "pipe"), filepath.Join(t.TempDir(), "out")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Skip("no named pipes here: ", err)
			}
			ctx, interrupt := context.WithCancel(t.Context())
			defer interrupt()
			// A command that no interrupt ends comes to the end of its input instead.
			ended, end := context.WithTimeout(t.Context(), time.Minute)
			defer end()
			go func() {
				writer, err := os.OpenFile(pipe, os.O_WRONLY, 0) // once the command has opened it
				interrupt()
				<-ended.Done()
				if err == nil {
					_ = writer.Close()
				}
			}()
			var errs bytes.Buffer
			p := program{stdin: silent{interrupt, ended.Done()}, stdout: io.Discard, stderr: &errs}
			status := p.run(ctx, strings.Fields(strings.NewReplacer("PIPE", pipe, "OUT", out).Replace(command)))
			if status != 1 || !strings.Contains(errs.String(), "interrupted") || ended.Err() != nil {
				t.Errorf("status %d, printed %q, waited for the end of the input: %t; want it interrupted", status, errs.String(), ended.Err() != nil)
			}
		})
	}
}

// TestInterrupts interrupts commands that wait for nobody, or for somebody to open the other
// end of a named pipe, which the test does only after a minute.
func TestInterrupts(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	for _, command := range []string{
		"capacity",
		"amazons PIPE",
		"explorer info PIPE",
		"explorer show PIPE",
		"explorer merge PIPE --out none",
	} {
		giveUp := time.AfterFunc(time.Minute, func() {
			if file, err := os.OpenFile(pipe, os.O_RDWR, 0); err == nil {
				defer file.Close()
				time.Sleep(time.Second)
			}
		})
		var errs bytes.Buffer
		p := program{stdin: strings.NewReader(""), stdout: io.Discard, stderr: &errs}
		status := p.run(ctx, strings.Fields(strings.ReplaceAll(command, "PIPE", pipe)))
		if !giveUp.Stop() || status != 1 || !strings.Contains(errs.String(), "interrupted") {
			t.Errorf("%s: status %d, printed %q; want it interrupted", command, status, errs.String())
		}
	}
}
