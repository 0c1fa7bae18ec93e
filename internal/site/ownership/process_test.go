package ownership

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// A process that has ended is distinguished from a running one, from another one
// with the same number, and from one on another machine, about which nothing is
// known.
func TestGone(t *testing.T) {
	me := newID()
	if isDead(me) || me == newID() {
		t.Errorf("%q is this process", me)
	}
	if runtime.GOOS != "linux" {
		t.Skip("there is no /proc")
	}
	child := exec.Command("sleep", "60")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	pid := child.Process.Pid
	id := fmt.Sprintf("x-%s-%d-%s", machineID(), pid, startTicks(pid))
	if isDead(id) {
		t.Errorf("%q runs", id)
	}
	_ = child.Process.Kill()
	_ = child.Wait()
	if !isDead(id) {
		t.Errorf("%q has ended", id)
	}
	other := me[:strings.LastIndexByte(me, '-')] + "-1"
	if !isDead(other) {
		t.Errorf("%q had the number of this process, %d", other, os.Getpid())
	}
	for _, id := range []string{"", "x", "x-elsewhere-1-1", fmt.Sprintf("x-%s-no-1", machineID())} {
		if isDead(id) {
			t.Errorf("%q: want that it is not known", id)
		}
	}
}
