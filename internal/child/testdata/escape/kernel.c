// Runs programs in the kernel, watches it, and loads modules.
#include "escape.h"
#include <linux/bpf.h>
#include <linux/perf_event.h>

int main(void) {
	union bpf_attr map = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
	TRY(syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map));
	struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE, .size = sizeof event, .config = PERF_COUNT_SW_CPU_CLOCK};
	TRY(syscall(SYS_perf_event_open, &event, -1, 0, -1, 0));
	TRY(syscall(SYS_userfaultfd, 1));
	TRY(syscall(SYS_init_module, "", 0, ""));
	TRY(syscall(SYS_kexec_load, 0, 0, NULL, 0));
	TRY(syscall(SYS_syslog, 3, NULL, 0));
	return done();
}
