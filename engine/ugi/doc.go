// Package ugi implements both ends of the engine protocol and tests programs that speak it.
// By the protocol, an engine can be another program than the one that wants its moves.
//
// The protocol is lines of text over a program's standard streams, in two dialects: UGI
// (Universal Game Interface, github.com/kz04px/ugi) and UCI (Universal Chess Interface),
// its ancestor. docs/programs/protocol.md describes it for authors of engines.
//
// A [Server] is the engine's end. It serves this program's engines to the
// program that writes commands to it.
//
//	server := &ugi.Server{Name: "Mine", Author: "Me", Variants: []ugi.Variant{
//		{Name: "amazons", Game: amazons.Rules(), New: newEngine},
//	}}
//	err := server.Serve(ctx, os.Stdin, os.Stdout)
//
// A [Client] is the other end: an engine.Engine that asks another program.
//
//	e, err := ugi.Start(ctx, []string{"fairy-stockfish"}, ugi.ClientOptions{
//		Settings: []ugi.Setting{{Name: "UCI_Variant", Value: variant}},
//	})
//	…
//	defer e.Close()
//	info, err := e.Search(ctx, engine.Request{Position: pos, Limits: limits})
//
// # A conversation
//
// The client speaks first and the server answers; only "info" comes unasked,
// during a search. "isready" is answered by "readyok" when everything before it
// is done, so a client that sends it knows that nothing older is still to come;
// during a search it is answered at once, and the search continues. A search
// ends with exactly one "bestmove", even if it is stopped.
//
//	> ugi
//	< id name Mine
//	< option name Hash type spin default 16 min 1 max 1024
//	< ugiok
//	> position startpos moves d1d7,d7g7
//	> go movetime 1000
//	< info depth 3 nodes 40521 score cp -20 pv a7e3,e3h6
//	< bestmove a7e3,e3h6
//
// # Checks
//
// [Check] tests a program that speaks the protocol, for its author:
//
//	variant := ugi.Variant{Name: "amazons", Game: amazons.Rules()}
//	for point := range ugi.Check(ctx, []string{"python3", "mine.py"}, variant, ugi.ClientOptions{}) {
//		fmt.Println(point.OK, point.Name, point.Detail)
//	}
//
// The program is asked what a referee or a person would ask, and its answers are judged
// by the rules of the game, never by playing strength. docs/programs/protocol.md lists the
// points. The positions are those of one random game, always the same for a variant, so
// that an author sees the same faults again. Each point starts with a program that is
// ready: if the last one crashed or fell silent, another is started, so that one fault does
// not hide the next. What is due at once may take 200 ms, and a late answer gets two more
// attempts, since the machine may have been busy.
//
// # Vocabulary
//
// Wire text is how the protocol writes a move, d1d7,d7g7 for d1-d7(g7): see [FormatMove].
// An [Option] is something that can be set in an engine program, a [Setting] its new
// value, and a [Variant] is a board as the option UCI_Variant names it. A [Point] is one
// thing that Check tests, and a fault is why it does not hold.
//
// The package knows no game and contains no search.
package ugi
