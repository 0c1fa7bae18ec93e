// Takes 512 MB of kernel memory for the tables of 256 GB of pages that hold nothing.
#include "escape.h"
#include <sys/mman.h>

int main(void) {
	const size_t size = 1UL << 30;
	volatile char sum = 0;
	for (int i = 0; i < 256; i++) {
		char *part = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (part == (void *)-1) return done();
		madvise(part, size, MADV_NOHUGEPAGE);
		for (size_t at = 0; at < size; at += 2 << 20) sum += part[at];
	}
	stay();
}
