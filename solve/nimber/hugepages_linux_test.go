package nimber

import (
	"testing"
	"unsafe"
)

// TestHugePages wants memory from the first boundary of a large page to the end.
func TestHugePages(t *testing.T) {
	words := make([]uint64, 3*hugePage/8)
	memory := inHugePages(words)
	at, first := uintptr(unsafe.Pointer(unsafe.SliceData(memory))), uintptr(unsafe.Pointer(unsafe.SliceData(words)))
	if at%hugePage != 0 || at < first || at-first >= hugePage || at+uintptr(len(memory)) != first+3*hugePage {
		t.Errorf("%d bytes at %x for %d words at %x", len(memory), at, len(words), first)
	}
	skip := (at - first) / 8
	if part := inHugePages(words[skip+1 : skip+10]); len(part) != 0 {
		t.Errorf("%d bytes where no large page begins", len(part))
	}
}
