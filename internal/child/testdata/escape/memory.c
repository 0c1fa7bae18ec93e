// Takes 1 GB of its own memory.
#include "escape.h"

int main(void) {
	for (int i = 0; i < 256; i++) {
		char *part = malloc(4 << 20);
		if (!part) return done();
		memset(part, 1, 4 << 20);
	}
	stay();
}
