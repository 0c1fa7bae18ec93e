package child

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
)

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

// job is what a helper has to do.
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

// tell writes a report for Probe.
func (r Report) tell(out io.Writer) int {
	if err := json.NewEncoder(out).Encode(r.always()); err != nil {
		return statusStart
	}
	return 0
}

// say writes a message about the end of a program.
func say(errs io.Writer, format string, args ...any) {
	fmt.Fprintf(errs, "thera: "+format+"\n", args...)
}
