package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"thera/internal/site/store/storetest"
)

// TestNotify starts services with a socket of systemd, in the file system and not: they say
// that they are ready once they listen.
func TestNotify(t *testing.T) {
	t.Parallel()
	folder, err := os.MkdirTemp("", "thera-notify-") // names of sockets are short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	metrics, nats := storetest.Address(t), storetest.StartBus(t, nil)
	for socket, service := range map[string]struct {
		url  string
		args []string
	}{
		filepath.Join(folder, "socket"): {
			"http://" + metrics + "/metrics",
			[]string{"serve", "--no-open", "--listen", storetest.Address(t), "--metrics", metrics, "--store", storetest.SQLite(t)},
		},
		fmt.Sprint("@thera-notify-", os.Getpid()): {"", []string{"worker", "--nats", nats.URL}},
	} {
		listener, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = listener.Close() })
		process := exec.Command(os.Args[0], service.args...)
		process.Args[0] = "thera"
		process.Env = append(os.Environ(), notifySocket+"="+socket)
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = process.Process.Kill()
			_ = process.Wait()
		})
		if err := listener.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		said := make([]byte, 100)
		n, err := listener.Read(said)
		if err != nil || string(said[:n]) != "READY=1" {
			t.Fatalf("%s said %q, %v", service.args[0], said[:n], err)
		}
		if service.url == "" {
			continue
		}
		answer, err := http.Get(service.url)
		if err != nil {
			t.Fatalf("not ready: %v", err)
		}
		_ = answer.Body.Close()
	}
}
