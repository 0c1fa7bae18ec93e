package bustest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
)

// Address returns an address of this machine at which nobody listens. Nor is it given
// to anybody who does not ask for it by its number, so that a server can end and be
// started again there: systems number connections from 32768 on, or from higher.
func Address(t testing.TB) string {
	t.Helper()
	for range 1000 {
		address := fmt.Sprint("127.0.0.1:", 10_000+rand.IntN(22_000))
		if listener, err := net.Listen("tcp", address); err == nil {
			_ = listener.Close() // nobody has used it
			return address
		}
	}
	t.Fatal("no address is free")
	return ""
}

// port returns the port of such an address.
func port(t testing.TB) int {
	t.Helper()
	_, text, err := net.SplitHostPort(Address(t))
	if err != nil {
		t.Fatal(err)
	}
	number, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return number
}
