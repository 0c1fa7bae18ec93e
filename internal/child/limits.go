package child

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits are what a program may use. A zero field means no limit, except for
// the network, which is then off.
type Limits struct {
	Memory  int64         `json:"memory,omitempty"`  // bytes, of all its processes
	Threads int           `json:"threads,omitempty"` // of all its processes
	CPU     time.Duration `json:"cpu,omitempty"`     // of each of its processes
	// Files is how many bytes it may write to files, which are gone when it ends.
	Files   int64 `json:"files,omitempty"`
	Network bool  `json:"network,omitempty"` // it may use the network
	// Hidden is a folder that it can't look into, except for Shown, a folder in
	// it, in which the program starts.
	Hidden string `json:"hidden,omitempty"`
	Shown  string `json:"shown,omitempty"`
}

// DefaultLimits returns limits that are enough for a well-behaved program for a board
// game, even in Java.
func DefaultLimits() Limits {
	return Limits{Memory: 1 << 30, Threads: 256, CPU: 30 * time.Minute, Files: 64 << 20}
}

// Parse changes limits by a text such as
// "memory=512m,threads=64,cpu=10m,files=16m,network"; each part is optional.
func (l Limits) Parse(text string) (Limits, error) {
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
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
	default:
		err = errors.New("want memory, threads, cpu, files or network")
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

// ConfinedCommand returns the command that runs another one within limits through a helper: the
// first words of a command that passes the rest of its words to [ConfinedMain].
func ConfinedCommand(helper []string, l Limits, argv []string) []string {
	return append(append(append([]string{}, helper...), "--limits", l.encode(), "--"), argv...)
}

func (l Limits) encode() string {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // no field can fail
	}
	return string(text)
}

// Report says what this machine confines, in words for people.
type Report struct {
	Held []string `json:"held"` // what is confined, and how
	Open []string `json:"open"` // what is not, and why
}

// String formats the report in two lines, or in one if nothing is open.
func (r Report) String() string {
	var lines []string
	if len(r.Held) > 0 {
		lines = append(lines, "confined: "+strings.Join(r.Held, "; "))
	}
	if len(r.Open) > 0 {
		lines = append(lines, "NOT confined: "+strings.Join(r.Open, "; "))
	}
	return strings.Join(lines, "\n")
}

func (r *Report) hold(what string) { r.Held = append(r.Held, what) }

func (r *Report) leave(what string, why error) {
	r.Open = append(r.Open, fmt.Sprintf("%s (%v)", what, why))
}

func (r *Report) tried(err error, bounded, what string) {
	if err != nil {
		r.leave(what, err)
	} else {
		r.hold(bounded)
	}
}

// ProbeConfinement lets the helper do everything except start a program, and returns what
// it reports.
func ProbeConfinement(ctx context.Context, helper []string, l Limits) (Report, error) {
	argv := slices.Concat(helper, []string{"--limits", l.encode(), "--probe"})
	out, err := exec.CommandContext(ctx, argv[0], argv[1:]...).Output()
	var r Report
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	if err != nil {
		return r, fmt.Errorf("helper %q: %w", argv[0], err)
	}
	return r, nil
}

// The helper's own exit statuses. A program ended by a signal has 128 plus its
// number, as in shells.
const (
	statusUsage  = 2
	statusLimit  = 125 // it was ended for what it used
	statusStart  = 127 // it could not be started
	statusSignal = 128
)

// ConfinedMain is the helper: args are the words after its name. It returns the exit
// status. Other information about the program's end goes to standard error,
// where a program's last words are looked for.
func ConfinedMain(args []string) int {
	job, err := parseJob(args)
	if err != nil {
		fmt.Fprintln(os.Stderr, "thera:", err)
		return statusUsage
	}
	return job.run(os.Stdout, os.Stderr)
}

type job struct {
	limits Limits
	probe  bool // only report what would be confined
	warden bool // this is the second process
	plain  bool // don't use namespaces, as if they were refused
	argv   []string
}

const usage = "want --limits LIMITS and either --probe or -- CMD…; it is thera that starts this command"

func parseJob(args []string) (j job, err error) {
	for ; len(args) > 0; args = args[1:] {
		switch args[0] {
		case "--probe":
			j.probe = true
			continue
		case "--warden":
			j.warden = true
			continue
		case "--plain":
			j.plain = true
			continue
		case "--limits":
			if len(args) < 2 {
				return j, fmt.Errorf("--limits: %s", usage)
			}
			args = args[1:]
			if err := json.Unmarshal([]byte(args[0]), &j.limits); err != nil {
				return j, fmt.Errorf("--limits %q: %s", args[0], usage)
			}
			continue
		case "--":
			j.argv = args[1:]
		default:
			return j, fmt.Errorf("%q: %s", args[0], usage)
		}
		break
	}
	if len(j.argv) == 0 && !j.probe {
		return j, fmt.Errorf("no command: %s", usage)
	}
	return j, nil
}

// args returns the arguments for a warden with the same job.
func (j job) args() []string {
	args := []string{"--warden", "--limits", j.limits.encode()}
	if j.probe {
		return append(args, "--probe")
	}
	return append(append(args, "--"), j.argv...)
}

func (r Report) tell(out io.Writer) int {
	r.leave("what it reads", fmt.Errorf("any file that you may read, but for other submissions where those are hidden"))
	if err := json.NewEncoder(out).Encode(r); err != nil {
		return statusStart
	}
	return 0
}

func say(errs io.Writer, format string, args ...any) {
	fmt.Fprintf(errs, "thera: "+format+"\n", args...)
}
