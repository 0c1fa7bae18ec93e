// Package textgame is the Amazons text program: a game in commands on one stream and
// answers on another, for a person at a terminal, for scripts and for other programs of
// its kind. It speaks the dialect of the university project "Amazons 61B" (CS 61B),
// whose graders and players read it by machine, so its output is exact to the letter.
//
//	p := textgame.Program{
//		Game:      amazons.Rules(),
//		NewEngine: newEngine,
//		Limits:    limits,
//		In:        os.Stdin,
//		Out:       os.Stdout,
//		Err:       os.Stderr,
//	}
//	err := p.Run(ctx)
//
// Each side is manual or automated: White starts as manual, Black as automated. The
// program reads a line only while a manual side is to move or the game is over, so a
// first line "d1-d7(g7)" is answered at once:
//
//	Amazons 61B, version 1.0
//	> d1-d7(g7)
//	* a7-b7(a7)
//	>
//
// On Out, possibly after a prompt, lines that begin with "* " are moves of automated
// sides, or "* White wins." or "* Black wins."; two lines "===" enclose a dump of the
// board. Nothing else on Out contains an asterisk or such a line. All errors go to Err
// and leave the game unchanged.
//
// A [Display] shows the game beside the streams and can be played on too. What is
// entered there is echoed on Out as if it had been typed.
//
// The package does not read flags, open files or choose engines; its caller does. It is
// not for other games, nor for engines that programs drive: see engine/ugi.
package textgame
