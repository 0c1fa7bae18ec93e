//go:build amd64 || arm64

package child

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// deniedCalls are system calls that no program for a board game makes, and that change
// the machine, look into other processes, or lead around the other limits.
var deniedCalls = []uint32{
	// Other processes.
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
	unix.SYS_PIDFD_GETFD, unix.SYS_KCMP,
	// Parts of the kernel that are seldom needed and often broken, some of which make
	// other system calls on their own.
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_FANOTIFY_INIT,
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_MQ_OPEN, unix.SYS_MEMFD_SECRET,
	// Namespaces and mounts.
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT,
	unix.SYS_OPEN_TREE, unix.SYS_OPEN_TREE_ATTR, unix.SYS_MOVE_MOUNT, unix.SYS_MOUNT_SETATTR,
	unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
	unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT,
	// The machine.
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
	unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_SYSLOG,
	unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_VHANGUP,
	unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_SETTIMEOFDAY, unix.SYS_ADJTIMEX,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
}

// memoryCalls make memory that belongs to no process, so that only a control group
// can count it.
var memoryCalls = []uint32{unix.SYS_MEMFD_CREATE, unix.SYS_SHMGET}

const (
	newestCall    = unix.SYS_RSEQ_SLICE_YIELD // that the list above has been made for
	newNamespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

	allowCall   = unix.SECCOMP_RET_ALLOW
	refuseCall  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	unknownCall = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	killProcess = unix.SECCOMP_RET_KILL_PROCESS
)

// filter is a program of classic BPF, which the kernel runs at each system call.
type filter []unix.SockFilter

const (
	load   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	equal  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	above  = unix.BPF_JMP | unix.BPF_JGT | unix.BPF_K
	mask   = unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
	answer = unix.BPF_RET | unix.BPF_K

	// Places in the kernel's struct seccomp_data, on a machine with little end first.
	placeOfCall, placeOfArch, placeOfArgs = 0, 4, 16
)

func (f *filter) add(code uint16, k uint32, onTrue, onFalse int) {
	*f = append(*f, unix.SockFilter{Code: code, Jt: uint8(onTrue), Jf: uint8(onFalse), K: k})
}

// reply answers a system call.
func (f *filter) reply(call, reply uint32) {
	f.add(equal, call, 0, 1)
	f.add(answer, reply, 0, 0)
}

// argument begins a part that is skipped for all system calls but one. It has steps
// instructions, and then the instruction that loads the call's number again.
func (f *filter) argument(call uint32, n, bits uint32, steps int) {
	f.add(equal, call, 0, steps+3)
	f.add(load, placeOfArgs+8*n, 0, 0) // the lower half, as the kernel takes an int
	f.add(mask, bits, 0, 0)
}

// only refuses a system call unless argument n has one of the values in some bits.
func (f *filter) only(call, n, bits uint32, values ...uint32) {
	f.argument(call, n, bits, len(values)+1)
	for i, value := range values {
		f.add(equal, value, len(values)-i, 0)
	}
	f.add(answer, refuseCall, 0, 0)
	f.add(load, placeOfCall, 0, 0)
}

// never refuses a system call if argument n has the value in some bits.
func (f *filter) never(call, n, bits, value uint32) {
	f.argument(call, n, bits, 2)
	f.add(equal, value, 0, 1)
	f.add(answer, refuseCall, 0, 0)
	f.add(load, placeOfCall, 0, 0)
}

// newFilter returns the filter of the system calls for a program. counted says that all
// memory that it takes is counted.
func newFilter(network, counted bool) filter {
	const all = 1<<32 - 1
	var f filter
	f.add(load, placeOfArch, 0, 0)
	f.add(equal, map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH], 1, 0)
	f.add(answer, killProcess, 0, 0) // 32-bit programs have other numbers
	f.add(load, placeOfCall, 0, 0)
	f.add(above, newestCall, 0, 1) // also those of x32, which begin at 1<<30
	f.add(answer, unknownCall, 0, 0)
	for _, call := range deniedCalls {
		f.reply(call, refuseCall)
	}
	f.reply(unix.SYS_CLONE3, unknownCall) // its flags are in memory; C libraries fall back to clone
	f.only(unix.SYS_CLONE, 0, newNamespaces, 0)
	f.never(unix.SYS_IOCTL, 1, all, unix.TIOCSTI)
	f.never(unix.SYS_IOCTL, 1, all, unix.TIOCLINUX)
	if network {
		f.only(unix.SYS_SOCKET, 0, all, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK)
	} else {
		f.reply(unix.SYS_SOCKET, refuseCall)
	}
	// A pair of sockets is connected for good, but those for datagrams can send elsewhere.
	f.only(unix.SYS_SOCKETPAIR, 0, all, unix.AF_UNIX)
	f.only(unix.SYS_SOCKETPAIR, 1, 0xf, unix.SOCK_STREAM)
	if !counted {
		for _, call := range memoryCalls {
			f.reply(call, refuseCall)
		}
		f.never(unix.SYS_MMAP, 3, unix.MAP_SHARED|unix.MAP_ANONYMOUS, unix.MAP_SHARED|unix.MAP_ANONYMOUS)
	}
	f.add(answer, allowCall, 0, 0)
	return f
}

// enforce makes the filter hold for this thread, and for what it executes.
func (f filter) enforce() error {
	program := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	if err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0); err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}
	return nil
}
