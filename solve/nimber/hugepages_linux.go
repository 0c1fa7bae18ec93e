package nimber

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a large page, in bytes.
const hugePage = 2 << 20

// adviseHugePages asks for huge pages under words that are read at random. With
// small ones it takes as long to find the page as to read the word. For a table
// that grows this cut the time in the kernel from 5.9 to 0.2 s for 5×5 Hermit
// (docs/contributing/experiments.md).
func adviseHugePages(words []uint64) {
	const madvHugePage = 14                               // MADV_HUGEPAGE of linux/mman.h
	_ = syscall.Madvise(inHugePages(words), madvHugePage) // it works without them too
}

// inHugePages returns the memory of words from the first huge page boundary on,
// where the kernel wants the advice to start.
func inHugePages(words []uint64) []byte {
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(memory))) % hugePage
	return memory[min(skip, uintptr(len(memory))):]
}
