// Package share shows positions and games to those who are not on the page:
// pictures, addresses that chat programs and social networks make a preview of,
// and oEmbed, by which sites put a board among their own words.
//
//	s := share.New(share.Config{Games: catalog.Games(), Played: live.Sheet})
//	s.Register(api)
//
// # Vocabulary
//
// A subject is what is shown: a game that is or was played on the server, by its id,
// or a game in an address, by its start and its moves. The board is the page that
// others put into theirs, web/embed.html; a preview is a page with words about its
// subject and its picture for programs, which sends people on to the real page.
//
// All of it is for anybody, and it shows what anybody may see: a game of a class is
// not there. Nothing is kept; pictures are drawn when they are asked for, few at a
// time.
package server
