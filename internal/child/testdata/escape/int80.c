// Makes system calls by the numbers of 32-bit programs, which a filter may not know.
#include "escape.h"

int main(void) {
#ifdef __x86_64__
	long got;
	fflush(stdout);
	__asm__ volatile("int $0x80" : "=a"(got) : "a"(359), "b"(1), "c"(1), "d"(0) : "memory"); // socket
	if (got >= 0) puts("ESCAPED: socket of a 32-bit program");
	TRY(syscall(0x40000000 + SYS_socket, 1, 1, 0)); // of x32
#endif
	return done();
}
