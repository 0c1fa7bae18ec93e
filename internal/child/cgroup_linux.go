//go:build amd64 || arm64

package child

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// cgroups is a program's control group: one folder in version 2 of the kernel's
// interface, and one for each controller in version 1.
type cgroups []string

// cgroupPrefix is the beginning of the names of all control groups made here. The rest
// is the guard's process ID.
const cgroupPrefix = "thera-"

// What the stages before the program take of its control group: bubblewrap or thera
// itself, as the first process of its namespace.
const (
	ownMemory  = 48 << 20
	ownThreads = 24
)

// findCgroups returns the folders in which this process may make control groups that
// bound memory and threads, one for each controller that needs its own.
func findCgroups() (parents []string, err error) {
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	for _, parents = range possibleCgroups(string(text)) {
		if err = tryCgroups(parents); err == nil {
			return parents, nil
		}
	}
	return nil, err
}

// possibleCgroups returns the folders that findCgroups tries, by what the kernel says of
// this process's own groups.
func possibleCgroups(text string) (all [][]string) {
	const root = "/sys/fs/cgroup"
	own := map[string]string{} // by controller; of version 2 by ""
	for line := range strings.Lines(text) {
		if parts := strings.SplitN(strings.TrimSpace(line), ":", 3); len(parts) == 3 {
			for controller := range strings.SplitSeq(parts[1], ",") {
				own[controller] = parts[2]
			}
		}
	}
	if own["memory"] != "" && own["pids"] != "" {
		return [][]string{{filepath.Join(root, "memory", own["memory"]), filepath.Join(root, "pids", own["pids"])}}
	}
	// A group with processes can't have bounded groups in it, but one above it often can.
	for path := own[""]; path != ""; path = filepath.Dir(path) {
		all = append(all, []string{filepath.Join(root, path)})
		if path == "/" {
			break
		}
	}
	return all
}

func tryCgroups(parents []string) error {
	g, err := newCgroups(parents, Limits{Memory: 1 << 30, Threads: 100})
	g.remove()
	return err
}

// newCgroups makes a control group in each of the folders, with limits.
func newCgroups(parents []string, l Limits) (g cgroups, err error) {
	if len(parents) == 0 {
		return nil, nil
	}
	for _, parent := range parents {
		sweep(parent)
		dir := filepath.Join(parent, cgroupPrefix+strconv.Itoa(os.Getpid()))
		if err := os.Mkdir(dir, 0o755); err != nil {
			return g, err
		}
		g = append(g, dir)
	}
	limits := []struct {
		file  string
		value int64
		must  bool
	}{
		{"memory.max", l.Memory + ownMemory, len(parents) == 1},
		{"memory.oom.group", 1, false},
		{"memory.swap.max", 0, false},
		{"memory.limit_in_bytes", l.Memory + ownMemory, len(parents) > 1},
		{"memory.memsw.limit_in_bytes", l.Memory + ownMemory, false},
		{"memory.swappiness", 0, false},
		{"pids.max", int64(l.Threads) + ownThreads, true},
	}
	for _, limit := range limits {
		if strings.HasPrefix(limit.file, "memory") && l.Memory == 0 || limit.file == "pids.max" && l.Threads == 0 {
			continue
		}
		if err := g.write(limit.file, limit.value); err != nil && limit.must {
			return g, err
		}
	}
	return g, nil
}

// write writes a value to a file of the group, in the folder that has the file.
func (g cgroups) write(file string, value int64) error {
	err := fmt.Errorf("control group without %s", file)
	for _, dir := range g {
		f, openErr := os.OpenFile(filepath.Join(dir, file), os.O_WRONLY, 0)
		if openErr != nil {
			continue
		}
		_, err = f.WriteString(strconv.FormatInt(value, 10))
		err = errors.Join(err, f.Close())
	}
	return err
}

// join puts this process into the group.
func (g cgroups) join() (err error) {
	for _, dir := range g {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, "cgroup.procs"), []byte("0"), 0))
	}
	return err
}

// killed returns how often the kernel has ended a process for its memory, and refused
// has how often it refused a process or thread.
func (g cgroups) killed() int {
	return max(g.event("memory.events", "oom_kill"), g.event("memory.oom_control", "oom_kill"))
}
func (g cgroups) refused() int { return g.event("pids.events", "max") }

// event returns a counter in one of the group's files, 0 if there is none.
func (g cgroups) event(file, name string) int {
	for _, dir := range g {
		text, _ := os.ReadFile(filepath.Join(dir, file)) // no file, no events
		for line := range strings.Lines(string(text)) {
			if fields := strings.Fields(line); len(fields) == 2 && fields[0] == name {
				n, _ := strconv.Atoi(fields[1]) // the kernel wrote it
				return n
			}
		}
	}
	return 0
}

// remove removes the group. Its processes have ended with their namespace, but the
// kernel may need a moment to notice.
func (g cgroups) remove() {
	for _, dir := range g {
		for range 100 {
			if err := os.Remove(dir); err == nil || errors.Is(err, os.ErrNotExist) {
				break
			}
			time.Sleep(time.Millisecond)
		}
	}
}

// sweep removes the groups of guards that were killed and could not do it.
func sweep(parent string) {
	old, _ := filepath.Glob(filepath.Join(parent, cgroupPrefix+"*")) // the pattern is right
	for _, dir := range old {
		pid := strings.TrimPrefix(filepath.Base(dir), cgroupPrefix)
		if _, err := os.Stat(filepath.Join("/proc", pid)); errors.Is(err, os.ErrNotExist) {
			_ = os.Remove(dir) // refused while it has processes
		}
	}
}
