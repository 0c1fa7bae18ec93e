package storetest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"testing"

	"thera/game/gametest"
)

// Address returns an unused local address outside the range from which systems assign
// ports (32768 and up), so that a server can be stopped and started there again.
func Address(t testing.TB) string {
	t.Helper()
	for range 1000 {
		address := fmt.Sprint("127.0.0.1:", 10_000+rand.IntN(22_000))
		if listener, err := net.Listen("tcp", address); err == nil {
			_ = listener.Close() // nobody has used it
			return address
		}
	}
	t.Fatal("no free address")
	return ""
}

func port(t testing.TB) int {
	t.Helper()
	_, text, err := net.SplitHostPort(Address(t))
	if err != nil {
		t.Fatal(err)
	}
	return gametest.Must(t, strconv.Atoi, text)
}
