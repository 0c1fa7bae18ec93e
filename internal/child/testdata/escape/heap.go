// Command heap takes 1 GB of Go's memory.
package main

import (
	"fmt"
	"time"
)

func main() {
	var all [][]byte
	for range 256 {
		part := make([]byte, 4<<20)
		for i := 0; i < len(part); i += 4096 {
			part[i] = 1
		}
		all = append(all, part)
	}
	time.Sleep(time.Minute)
	fmt.Println("ESCAPED: it was not ended", len(all))
}
