// Package ugitest examines programs that speak the engine protocol, for their
// authors:
//
//	variant := ugi.Variant{Name: "amazons", Game: amazons.Rules()}
//	for point := range ugitest.Check(ctx, []string{"python3", "mine.py"}, variant, ugi.ClientOptions{}) {
//		fmt.Println(point.OK, point.Name, point.Detail)
//	}
//
// [Check] asks for no skill: each [Point] is about what a program says and when.
// docs/programs/protocol.md says what the points are.
//
// Vocabulary: a point is one thing that is examined, and either holds or not; a
// fault is why it doesn't. Where it holds, the detail of the Point is what was
// seen on the way, such as how long a search took.
//
// How the points are examined:
//
//   - The program is asked what a referee or a person would ask, and its answers
//     are judged by the rules of the game. So no point depends on how the
//     program works inside, or on what it thinks of a position.
//   - The positions are those of one random game, always the same for a variant,
//     so that an author sees the same faults again.
//   - Each point begins with a program that is ready, and leaves one that is: if
//     it has crashed or fallen silent, another one is started. So one fault does
//     not hide the next.
//   - Time is judged kindly: what is due at once may take 200 ms, and who is late
//     is asked three times, since the machine may have been busy.
//
// The package does not measure strength: that shows in games, as thera match
// has them played.
package ugitest
