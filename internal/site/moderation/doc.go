// Package moderation keeps play fair: players report each other, moderators decide, and
// games are searched for signs of unfair play.
//
// [Service] has the reports, the moderators' actions (warn, mute, ban, void a game) and
// what follows from them. A moderator is an account with that role; an operator, who
// uses thera admin, stands above moderators. Every action needs a reason and is in the
// audit log, in the transaction that carries it out:
//
//	m, err := moderation.New(ctx, moderation.Config{Store: s, Accounts: accounts})
//	err = m.Warn(ctx, moderation.By(who, "resigns won games"), "ann")
//	err = m.BanNetwork(ctx, account.Act{Actor: "root", Reason: "spam"}, network, 0)
//
// [API] has the operations for players and moderators.
//
// # Suspicion
//
// Nobody is banned by a program. [Service.FindSuspects] returns a list of players ranked by how
// much their games stand out, with the evidence, for a moderator to judge:
//
//   - engine help: turns that agree with the engine more, and lose less by its judgment,
//     than those of players with about the same rating, by phase of the game; proven wins
//     that are never missed; times per turn that hardly vary (engine.go)
//   - sandbagging: losses on purpose to keep a rating low (sandbagging.go)
//   - several accounts of one person (accounts.go)
//
// What decides is in pure functions. [Simulate] measures their error rates with players
// whose cheating is known.
//
// # Rated games in progress
//
// [Positions] refuses questions about positions of rated games in progress, so that the
// server's own engine helps nobody in them.
package moderation
