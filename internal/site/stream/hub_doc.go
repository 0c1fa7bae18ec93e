// Package hub hands notices to those who listen, on whatever node of the service,
// and knows how many they are.
//
//	h, err := hub.New[Notice](bus) // nil where there is only this program
//	me := h.Enter("ann", true)
//	defer h.Leave(me)
//	…
//	h.Publish(notice)               // to all here who want it
//	h.Send([]string{"ann"}, make)   // to ann, wherever she listens
//	…
//	notices, more, err := h.Take(me)
//	// and again after <-me.Wake() or <-more
//
// What concerns all is kept once, and read by each at his own pace; what concerns
// a player is put into the mailbox of each of his connections. Neither grows
// without bound: whoever is too slow begins anew. Between nodes a notice may be
// lost; whoever begins to listen asks how things are.
//
// What the notices say is not this package's business.
package stream
