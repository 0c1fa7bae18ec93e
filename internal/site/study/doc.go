// Package study stores studies: games with variations and comments, in chapters, which
// their owner shares or keeps private. It has their operations too.
//
//	study.New(study.Config{Store: store, Games: games, Puts: study.DefaultPuts()}).Register(kit)
//
// The text of a study is a file of records in thera's format, one record for each
// chapter, which any program can read that knows the format (package record). It is
// parsed when it is stored, so every stored game is legal. The [Audience] says who may
// see a study in addition to its owner. The version of a study grows with each change;
// a client that replaces a study says which version it has changed and is refused if
// that is not the newest, so that nobody overwrites changes unseen. Clients choose the
// IDs of new studies, so that sending one twice makes only one.
//
// The package does not show studies, which the page does, and keeps no history.
//
// It is a package of its own so that studies, which need only accounts and records, can
// be read and tested without anything about playing.
package study
