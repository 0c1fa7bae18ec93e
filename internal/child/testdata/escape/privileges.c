// Has privileges, or gets them from a setuid program.
#include "escape.h"
#include <sys/prctl.h>
#include <sys/stat.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) puts("ESCAPED: setuid programs work");
	char line[200];
	unsigned long long caps;
	FILE *status = fopen("/proc/self/status", "r");
	while (status && fgets(line, sizeof line, status))
		if (sscanf(line, "CapEff: %llx", &caps) == 1 && caps) printf("ESCAPED: %s", line);
	if (!status) puts("ESCAPED: can't tell the capabilities");
	if (getuid() != 0) TRY(setuid(0));
	TRY(setgid(getgid() + 1));
	TRY(mknod("/dev/shm/device", S_IFBLK | 0600, 0x700));
	return done();
}
