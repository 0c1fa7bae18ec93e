// Package ugitest examines programs that speak the engine protocol, for their
// authors:
//
//	variant := ugi.Variant{Name: "amazons", Game: amazons.Rules()}
//	for point := range ugitest.Check(ctx, []string{"python3", "mine.py"}, variant, ugi.ClientOptions{}) {
//		fmt.Println(point.OK, point.Name, point.Detail)
//	}
//
// [Check] asks for no skill: each [Point] is about what a program says and when.
// docs/protocol.md says what the points are. How strong a program is shows in
// games, which package match has played.
package ugitest
