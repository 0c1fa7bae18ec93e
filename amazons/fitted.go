package amazons

// weights are those that Evaluate uses: a row for each stage, in it
// move, tied, queen, queen lead, queen near, king tied, king, king near, reach, freedom, private.
// They were set by hand, to begin fitting with.
var weights = Weights{
	{256 * 10, 0, 40 * 256, 0, 0, 0, 4 * 256, 0, 0, 0, 0},
	{256 * 12, 2 * 256, 30 * 256, 0, 12, 0, 4 * 256, 32, 0, 16, 0},
	{256 * 12, 2 * 256, 15 * 256, 0, 12, 0, 5 * 256, 100, 0, 64, 0},
	{256 * 12, 2 * 256, 5 * 256, 0, 12, 0, 5 * 256, 192, 0, 128, 0},
}
