package main

import (
	"context"
	"log/slog"
	"net"
	"os"
)

// notifySocket is the variable with the address of systemd's socket, set for units with
// Type=notify. One that begins with @ is not in the file system.
const notifySocket = "NOTIFY_SOCKET"

// notifyReady tells systemd, if it has started the program, that the service is ready.
func notifyReady(ctx context.Context, log *slog.Logger) {
	address := os.Getenv(notifySocket)
	if address == "" {
		return
	}
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "unixgram", address)
	if err == nil {
		_, err = conn.Write([]byte("READY=1"))
		_ = conn.Close() // the datagram is sent, or that is reported
	}
	if err != nil {
		log.Warn("systemd not told that the service is ready", "cause", err)
	}
}
