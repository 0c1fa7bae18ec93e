//go:build linux

package child

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unsafe"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

func init() {
	acts["teacher"] = func() { // starts a program from a terminal
		p, err := Start([]string{os.Args[0], "typist"})
		if err != nil {
			panic(err)
		}
		for line := range p.Lines() {
			fmt.Println(line)
		}
	}
	acts["typist"] = func() {
		tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
		if err != nil {
			fmt.Println("no terminal")
			return
		}
		command := byte('!')
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, tty.Fd(), unix.TIOCSTI, uintptr(unsafe.Pointer(&command)))
		fmt.Println("has typed:", errno)
	}
}

// No program has the terminal of the one who started it, confined or not: by TIOCSTI it
// could type commands into the shell.
func TestNoTerminal(t *testing.T) {
	terminal, err := pty.Start(exec.Command(os.Args[0], "teacher"))
	if err != nil {
		t.Skipf("no terminal here: %v", err)
	}
	out, _ := io.ReadAll(terminal) // ends with an error when the program does
	if got := strings.TrimSpace(string(out)); got != "no terminal" {
		t.Errorf("%q", got)
	}
}
