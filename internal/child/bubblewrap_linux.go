//go:build amd64 || arm64

package child

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// insideHelper is where bubblewrap shows an executable, which may go by its name.
func insideHelper(self string) string { return filepath.Join("/.helper", filepath.Base(self)) }

// bubblewrapped returns the command that runs another one in bubblewrap's view of the
// machine: only what the program may see, read-only but for the scratch folder.
func (c Confinement) bubblewrapped(self string, argv []string) []string {
	command := []string{
		c.Bubblewrap, "--unshare-all", "--new-session", "--die-with-parent", "--cap-drop", "ALL",
		"--proc", "/proc", "--ro-bind", self, insideHelper(self),
	}
	if c.Limits.Network {
		command = append(command, "--share-net")
	}
	for _, path := range c.visible() { // shorter paths first, so that none hides another
		command = append(command, "--ro-bind-try", path, path)
	}
	for _, device := range devices {
		command = append(command, "--dev-bind-try", device, device)
	}
	for fd, name := range []string{"stdin", "stdout", "stderr"} {
		command = append(command, "--symlink", fmt.Sprintf("/proc/self/fd/%d", fd), "/dev/"+name)
	}
	command = append(command, "--symlink", "/proc/self/fd", "/dev/fd", "--perms", "0700")
	if c.Limits.Files > 0 {
		command = append(command, "--size", fmt.Sprint(c.Limits.Files))
	}
	command = append(command, "--tmpfs", scratch)
	// The kernel lets the machine's root write to /proc/sys even without privileges.
	command = append(command, "--remount-ro", "/proc", "--remount-ro", "/", "--chdir", c.start(), "--")
	return slices.Concat(command, argv)
}

// start returns the folder that the program starts in.
func (c Confinement) start() string {
	if c.Dir != "" {
		return c.Dir
	}
	if dir, err := os.Getwd(); err == nil && slices.Contains(c.Limits.Read, dir) {
		return dir
	}
	return "/"
}
