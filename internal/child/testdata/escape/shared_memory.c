// Takes 1 GB of shared memory and lets it go without giving it back.
#include "escape.h"
#include <sys/mman.h>
#include <sys/shm.h>

int main(void) {
	const size_t size = 4 << 20;
	int zero = open("/dev/zero", O_RDWR);
	if (zero < 0) zero = open("/dev/zero", O_RDONLY);
	for (int i = 0; i < 256; i++) {
		int id = shmget(IPC_PRIVATE, size, 0600);
		char *part = id < 0 ? (void *)-1 : shmat(id, NULL, 0);
		if (part == (void *)-1) part = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
		if (part == (void *)-1) part = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
		if (part == (void *)-1) return done();
		memset(part, 1, size);
		madvise(part, size, MADV_DONTNEED);
	}
	stay();
}
