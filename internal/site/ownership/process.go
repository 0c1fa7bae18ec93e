package ownership

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// newID returns a unique node ID that includes, where possible, the process and
// machine.
func newID() string {
	id := strings.ToLower(rand.Text()[:10])
	if here, began := machineID(), startTicks(os.Getpid()); here != "" && began != "" {
		id += fmt.Sprintf("-%s-%d-%s", here, os.Getpid(), began)
	}
	return id
}

// isDead reports whether a node's process ran on this machine and has ended. It
// is false if that is unknown.
func isDead(id string) bool {
	parts := strings.Split(id, "-")
	if len(parts) != 4 || parts[1] != machineID() {
		return false
	}
	pid, err := strconv.Atoi(parts[2])
	return err == nil && startTicks(pid) != parts[3]
}

// machineID identifies what numbers processes: this machine since it was
// booted, or a container on it. It is empty where there is no /proc.
func machineID() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	space, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	sum := sha256.Sum256([]byte(string(boot) + space))
	return hex.EncodeToString(sum[:4])
}

// startTicks returns when a process started, in clock ticks since the machine
// did, or "" if it is not running.
func startTicks(pid int) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	// The name, in parentheses, may contain any characters. It is followed by the state
	// and 18 numbers before the start time.
	const beginning = 19
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) <= beginning || fields[0] == "Z" || fields[0] == "X" {
		return ""
	}
	return fields[beginning]
}
