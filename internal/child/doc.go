// Package child runs another program, exchanges lines of text with it over its
// standard streams, keeps the tail of its standard error and ends it.
//
//	p, err := child.Start("", []string{"fairy-stockfish"})
//	…
//	p.Send("uci")
//	for line := range p.Lines() {
//		…
//	}
//	fmt.Println(p.Exit(), p.Stderr())
//
// A program may misbehave: endless output is cut off ([MaxFlood]), processes that it
// leaves behind are killed with it, it has no terminal, and control characters in what it
// says are made visible ([Clean]).
//
// The meaning of the lines is left to callers, such as package ugi and the text
// players of package match.
//
// # Confinement
//
// An untrusted program, such as a student's, can be run so that it reads only its own
// files, uses no more of the machine than it may, and leaves nothing behind.
//
//	confinement, err := child.FindConfinement(ctx, []string{"thera", "confine"}, child.DefaultLimits())
//	…
//	argv := confinement.Command("submissions/alice", []string{"java", "Main"})
//	program, err := child.Start("", argv)
//
// The command does not start the program directly but starts this executable again as a
// helper, named by the first words; its main function passes the rest to [ConfinedMain].
// So any code that can start a program can start a confined one without knowing about it.
//
// [FindConfinement] looks for means that work on this machine: bubblewrap, or namespaces
// and Landlock; control groups, or regular looks at what the program uses. If something
// that is promised can't be had, it returns an error, and so does each start of a program:
// it never runs less confined than [Confinement.Report] says. There are means on Linux
// only.
//
// Vocabulary: a program is the command with all processes that it starts, in whatever
// way. The guard is the helper's first process, outside of the confinement. It makes the
// control group, ends the program when the process that started the guard has ended, and
// says for which limit a program was ended. Two more stages confine themselves, and the
// last becomes the program.
//
// It is not meant to withstand an attack on the kernel: for that, use a machine
// that is discarded afterwards.
package child
