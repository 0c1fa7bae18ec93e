package child

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Limits are what a confined program may use. A zero field means no limit, except for
// the network, which is then off.
type Limits struct {
	Memory  int64         `json:"memory,omitempty"`  // bytes, of all its processes
	Threads int           `json:"threads,omitempty"` // of all its processes
	CPU     time.Duration `json:"cpu,omitempty"`     // of each of its processes
	// Files is how many bytes it may write to files, which are gone when it ends.
	Files   int64 `json:"files,omitempty"`
	Network bool  `json:"network,omitempty"` // it may use the network
	// Read are absolute paths of files and folders that it may read and execute, besides
	// those of the system and its own folder.
	Read []string `json:"read,omitempty"`
}

// DefaultLimits returns limits that are enough for a well-behaved program for a board
// game, even in Java.
func DefaultLimits() Limits {
	return Limits{Memory: 1 << 30, Threads: 256, CPU: 30 * time.Minute, Files: 64 << 20}
}

// Parse changes limits by a text such as
// "memory=512m,threads=64,cpu=10m,files=16m,network,read=/opt/jdk"; each part is
// optional, and read may be repeated.
func (l Limits) Parse(text string) (Limits, error) {
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if seen[name] {
			return l, fmt.Errorf("%q: want %s once", part, name)
		}
		seen[name] = name != "" && name != "read"
		if err := l.set(name, value); err != nil {
			return l, fmt.Errorf("%q: %w", part, err)
		}
	}
	return l, nil
}

func (l *Limits) set(name, value string) (err error) {
	switch name {
	case "":
	case "memory":
		const least = 16 << 20 // to start at all
		if l.Memory, err = parseSize(value); err == nil && l.Memory < least {
			err = errors.New("want 16m or more")
		}
	case "files":
		l.Files, err = parseSize(value)
	case "threads":
		if l.Threads, err = strconv.Atoi(value); err != nil || l.Threads < 1 {
			err = errors.New("want a whole number from 1")
		}
	case "cpu":
		if l.CPU, err = time.ParseDuration(value); err != nil || l.CPU < time.Second {
			err = errors.New("want a time of a second or more, as in 10m")
		}
	case "network":
		if l.Network = value == ""; !l.Network {
			err = errors.New("want no value")
		}
	case "read":
		path, failed := filepath.Abs(value)
		if value == "" || failed != nil || path == "/" {
			return errors.New("want a file or folder below /, as in read=/opt/jdk")
		}
		if strings.Contains(path, ",") {
			return fmt.Errorf("want a path without a comma: %q", path)
		}
		l.Read = append(l.Read[:len(l.Read):len(l.Read)], path)
	default:
		err = errors.New("want memory, threads, cpu, files, network or read; omitted ones keep their defaults")
	}
	return err
}

// parseSize parses a number of bytes, with k, m or g for units of 1024.
func parseSize(text string) (int64, error) {
	number, shift := strings.ToLower(text), 0
	for unit, bits := range map[string]int{"k": 10, "m": 20, "g": 30} {
		if n, ok := strings.CutSuffix(number, unit); ok {
			number, shift = n, bits
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 32)
	if err != nil || n < 1 {
		return 0, errors.New("want a size as in 512m or 1g")
	}
	return n << shift, nil
}

// String returns the limits in the form that Parse reads.
func (l Limits) String() string {
	var parts []string
	add := func(set bool, format string, value any) {
		if set {
			parts = append(parts, fmt.Sprintf(format, value))
		}
	}
	add(l.Memory > 0, "memory=%s", size(l.Memory))
	add(l.Threads > 0, "threads=%d", l.Threads)
	add(l.CPU > 0, "cpu=%s", l.CPU)
	add(l.Files > 0, "files=%s", size(l.Files))
	add(l.Network, "network%s", "")
	for _, path := range l.Read {
		add(true, "read=%s", path)
	}
	return strings.Join(parts, ",")
}

// size formats a number of bytes in the largest unit that divides it.
func size(n int64) string {
	for _, unit := range []struct {
		bits int
		name string
	}{{30, "g"}, {20, "m"}, {10, "k"}} {
		if n%(1<<unit.bits) == 0 {
			return fmt.Sprintf("%d%s", n>>unit.bits, unit.name)
		}
	}
	return strconv.FormatInt(n, 10)
}
