// Package study keeps studies: games with variations and what is said of them, in
// chapters, which their owner shares or not. It is their store and their routes.
//
//	study.New(study.Config{DB: store.DB(), Gate: gate, Games: catalog.Rules(), Log: log}).Register(api)
//
// # Vocabulary
//
// The body of a study is a file of thera's records, one for each chapter, as package
// record has it: whoever gets it can read it with any program that does. It is read
// when it is put, so what is kept is legal. An audience says who else than its owner
// sees a study: nobody, whoever knows its id, or everybody, in lists too. Its version
// grows with each change; who puts a study says which version he has changed, and is
// refused if that is not the newest, so that nobody overwrites what he has not seen.
//
// Ids are made by who puts a study first, so that putting it again does nothing twice.
//
// The package is not for looking at studies, which the page does, and keeps no
// history of them.
package study
