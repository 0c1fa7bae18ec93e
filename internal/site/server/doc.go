// Package library is the explorer files of a server over HTTP: what was played in a
// position, and the files themselves, of which the page reads the parts that it needs.
//
//	l := library.New("explorers", catalog.Games(), log)
//	defer l.Close()
//	l.Register(api)
//
// The files are GAME.explorer in one folder. Whoever makes them puts new ones in their
// place in one step; the library looks at each request whether there is another one. It
// writes nothing, and what is in the files is for everybody.
package server
