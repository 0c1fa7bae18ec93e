package child

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// descendants returns the processes below one, as far as they are still linked
// to it. It asks the kernel for children thread by thread, which is cheaper
// than looking at all processes of the machine.
func descendants(pid int) []int {
	var all []int
	tasks, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid)) // none when it has ended
	for _, task := range tasks {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, task.Name()))
		if err != nil {
			continue
		}
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				all = append(append(all, child), descendants(child)...)
			}
		}
	}
	return all
}

// usageOf returns a process's number of threads and how many bytes of memory are its own.
func usageOf(pid int) (threads int, memory int64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		word, _, _ := strings.Cut(strings.TrimSpace(value), " ")
		n, _ := strconv.ParseInt(word, 10, 64)
		switch name {
		case "Threads":
			threads = int(n)
		case "RssAnon", "RssShmem":
			memory += n << 10
		}
	}
	return threads, memory
}
