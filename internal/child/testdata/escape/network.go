// Command network talks to the machine as Go programs do.
package main

import (
	"fmt"
	"net"
	"os"
)

func main() {
	args := os.Args
	for network, address := range map[string]string{"tcp": "127.0.0.1:" + args[4], "udp": "127.0.0.1:" + args[5], "unix": args[2]} {
		if conn, err := net.Dial(network, address); err == nil {
			_, _ = conn.Write([]byte("x"))
			fmt.Println("ESCAPED:", network)
		}
	}
	if _, err := net.Dial("unix", "@"+args[3]); err == nil {
		fmt.Println("ESCAPED: abstract socket")
	}
	if _, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
		fmt.Println("ESCAPED: listens")
	}
	fmt.Println("contained")
}
