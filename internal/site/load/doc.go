// Package capacity says on paper what a number of players needs: it simulates a day
// of the service with people who come, meet, play by the clock, watch and leave, and
// multiplies what they do with what each thing was measured to cost.
//
//	day := capacity.Simulate(capacity.People(), 1)
//	need := capacity.Reckon(day.Scale(1_000_000), capacity.Measured())
//	fmt.Println(need.Nodes, need.Limits[0].What)
//
// Vocabulary: people are described by a [Model]: when they come, what they play and
// how they think. A [Day] is what came of it, minute by minute; its peak is the minute
// in which most are connected. A [Cost] is what one thing takes, with the command that
// measures it. A [Need] is what all of them take at the peak, and where each part
// reaches its limit.
//
// The simulation has some thousand people at its peak, and a day of more is this one
// scaled: they meet a little sooner than that. One seed makes one day.
//
// The package plays no games and asks no server: that is load. Its figures are as good
// as the model, which is an assumption, and the costs, which are measurements.
package load
