"""Opens files for writing by which the kernel is told something."""

import os
from escape import *

for path in [
    "/proc/self/oom_score_adj", "/proc/1/oom_score_adj", f"/proc/{OUTSIDE}/oom_score_adj", "/proc/sys/kernel/core_pattern",
    "/proc/sys/vm/overcommit_memory", "/proc/sysrq-trigger", "/sys/power/state", "/sys/fs/cgroup/cgroup.procs",
    "/sys/fs/cgroup/memory/cgroup.procs", "/sys/kernel/mm/transparent_hugepage/enabled",
]:
    attempt(path, lambda: os.open(path, os.O_WRONLY))
done()
