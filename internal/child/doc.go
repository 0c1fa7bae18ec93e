// Package child runs another program, exchanges lines of text with it over its
// standard streams, keeps the tail of its standard error and ends it.
//
//	p, err := child.Start([]string{"fairy-stockfish"})
//	…
//	p.Send("uci")
//	for line := range p.Lines() {
//		…
//	}
//	fmt.Println(p.Exit(), p.Stderr())
//
// A program may misbehave: endless output is cut off ([MaxFlood]), and processes that it
// leaves behind are killed with it. [ConfinedCommand] returns a command to start instead
// of the program's own, which bounds its use of the machine.
//
// The meaning of the lines is left to callers, such as package ugi and the text
// players of package match.
//
// # Confinement
//
// An untrusted program, such as a student's, can be run so that it uses no more of the
// machine than it may and leaves nothing behind.
//
//	limits := confine.DefaultLimits()
//	argv := child.ConfinedCommand([]string{"thera", "confine"}, limits, []string{"java", "Main"})
//	program, err := child.Start(argv)
//
// It does not start the program directly but starts this executable again as a helper,
// named by the first words; its main function passes the rest to [ConfinedMain]. So any code that
// can start a program can start a confined one without knowing about it.
//
// Vocabulary: a program is the command with all processes that it starts, in whatever
// way. The guard is the helper's first process. Twenty times a second it checks how much
// memory and how many threads the program has, ends it if that is too much, and ends it
// when the process that started the guard has ended. The warden is the helper's second
// process, the first one in new namespaces: it sets the limits, starts the program, and
// takes it along when it ends.
//
// On Linux a program has a process namespace, so that it sees and reaches no
// other processes and none of its own outlive it. It has no privileges and no
// network. All files are read-only except a small folder in memory, named by
// TMPDIR. Its memory, threads, files and processor time are limited.
//
// Where the kernel refuses namespaces, the limits and the guard remain; on
// other systems nothing does. [ProbeConfinement] tries it and reports what is confined and
// what isn't; tell that to the people who let programs run.
//
// It is not meant to withstand an attack on the kernel: for that, use a machine
// that is discarded afterwards. Nor does it keep a program from reading files
// that the user may read, except in a folder that is to be hidden.
package child
