// Package confine runs a program that nobody vouches for, such as a student's,
// so that it uses no more of the machine than it may and leaves nothing behind.
//
//	limits := confine.Default()
//	argv := confine.Command([]string{"thera", "confine"}, limits, []string{"java", "Main"})
//	program, err := child.Start(argv)
//
// What is started is not the program but this one, as the helper that those first
// words name: its main function hands what follows them to [Main]. So whoever can
// start a program can start it confined, and need not know.
//
// Vocabulary: a program is the command with all processes that it starts, in
// whatever way. The guard is the helper's first process: it looks twenty times a
// second at how much memory and how many threads the program has, ends it
// where that is too much, and ends it when whoever started the guard has ended. The
// warden is the helper's second process, the first of all in the namespaces
// that it is started in: it has what can be bounded bounded, starts
// the program, and takes it all along when it ends.
//
// On Linux a program has a namespace of processes, so that it sees and reaches no
// other ones and no process of it outlives it; none of it has privileges; it has no network; all
// files are read-only but a small folder in memory, which TMPDIR names;
// its memory, threads, files and time of the processor are limited.
//
// Where the kernel refuses namespaces, limits and the guard remain, and elsewhere
// nothing does. [Probe] tries it and says what holds and what doesn't; whoever lets
// programs run passes that on to people.
//
// It is not meant to hold out against an attack on the kernel: for that, take a machine
// that is thrown away afterwards. Nor does it keep a program from reading files
// that the user may read, but for a folder that is to be hidden.
package confine
