// Package ugitest tests programs that speak the engine protocol, for their authors:
//
//	variant := ugi.Variant{Name: "amazons", Game: amazons.Rules()}
//	for point := range ugitest.Check(ctx, []string{"python3", "mine.py"}, variant, ugi.ClientOptions{}) {
//		fmt.Println(point.OK, point.Name, point.Detail)
//	}
//
// [Check] requires no playing strength: each [Point] is about what a program
// says and when. docs/programs/protocol.md lists the points.
//
// Vocabulary: a point is one thing that is tested, and either holds or not; a
// fault is why it doesn't. If it holds, the detail of the Point is what was
// observed, such as how long a search took.
//
// How points are tested:
//
//   - The program is asked what a referee or a person would ask, and its
//     answers are judged by the rules of the game. No point depends on how
//     the program works inside, or on what it thinks of a position.
//   - The positions are those of one random game, always the same for a
//     variant, so that an author sees the same faults again.
//   - Each point starts with a program that is ready: if the last one
//     crashed or fell silent, another is started. So one fault does not
//     hide the next.
//   - Timing is lenient: what is due at once may take 200 ms, and a late
//     answer gets three attempts, since the machine may have been busy.
//
// The package does not measure strength: use thera match for that.
package ugitest
