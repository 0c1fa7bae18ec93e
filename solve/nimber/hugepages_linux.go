package nimber

import (
	"syscall"
	"unsafe"
)

// adviseHugePages asks for large pages under words that are read in no order.
// With small ones it takes as long to find the page as to read the word. With a
// table that grows it took the time in the kernel from 5.9 to 0.2 s of 5×5
// Hermit (docs/solving.md).
func adviseHugePages(words []uint64) {
	const (
		hugePage     = 2 << 20
		madvHugePage = 14 // MADV_HUGEPAGE of linux/mman.h
	)
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(memory))) % hugePage
	if skip < uintptr(len(memory)) {
		_ = syscall.Madvise(memory[skip:], madvHugePage) // the work goes on without
	}
}
