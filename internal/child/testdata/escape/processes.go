// Command processes looks at and signals the processes of others.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

func main() {
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range all {
		if text, err := os.ReadFile(path); err == nil && bytes.HasPrefix(text, []byte("sleep")) {
			fmt.Println("ESCAPED: sees the process outside")
		}
	}
	if len(all) > 8 {
		fmt.Println("ESCAPED: sees", len(all), "processes")
	}
	if pid, err := strconv.Atoi(os.Args[6]); err == nil && syscall.Kill(pid, 0) == nil {
		fmt.Println("ESCAPED: can signal the process outside")
	}
	fmt.Println("contained")
}
