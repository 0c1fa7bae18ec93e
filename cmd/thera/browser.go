package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
)

// openBrowser opens an address in the person's browser: the one that the
// variable BROWSER names, or else the desktop's. It does not wait for it; the
// error is that there is none.
func openBrowser(ctx context.Context, url string) error {
	argv := append(browserCommand(), url)
	if len(argv) == 1 {
		return errors.New("no desktop")
	}
	// The browser outlives the command that opened it.
	cmd := exec.CommandContext(context.WithoutCancel(ctx), argv[0], argv[1:]...)
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}

// browserCommand returns what starts the browser, nil where there is none.
func browserCommand() []string {
	switch {
	case os.Getenv("BROWSER") != "":
		return []string{os.Getenv("BROWSER")}
	case runtime.GOOS == "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	case runtime.GOOS == "darwin":
		return []string{"open"}
	case os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "":
		return []string{"xdg-open"}
	}
	return nil
}
