package confine

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// The exit statuses of the helper beside the program's own. A program that a
// signal has ended is told by 128 and its number, as shells do.
const (
	statusUsage  = 2
	statusLimit  = 125 // it was ended for what it used
	statusStart  = 127 // it could not be started
	statusSignal = 128
)

// Main is the helper: args are what follows its name. It returns the exit status.
// What is to be known of the program's end beside that goes to standard error,
// which is where a program's last words are looked for.
func Main(args []string) int {
	job, err := parseJob(args)
	if err != nil {
		fmt.Fprintln(os.Stderr, "thera:", err)
		return statusUsage
	}
	return job.run(os.Stdout, os.Stderr)
}

// job is what a helper is to do.
type job struct {
	limits Limits
	probe  bool // say how it would be done
	warden bool // this is the second process
	plain  bool // do without namespaces, as where they are refused
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

// args returns the words for a warden with the same job.
func (j job) args() []string {
	args := []string{"--warden", "--limits", j.limits.encode()}
	if j.probe {
		return append(args, "--probe")
	}
	return append(append(args, "--"), j.argv...)
}

// tell writes a report for Probe.
func (r Report) tell(out io.Writer) int {
	if err := json.NewEncoder(out).Encode(r.always()); err != nil {
		return statusStart
	}
	return 0
}

// say writes the last words about a program.
func say(errs io.Writer, format string, args ...any) {
	fmt.Fprintf(errs, "thera: "+format+"\n", args...)
}
