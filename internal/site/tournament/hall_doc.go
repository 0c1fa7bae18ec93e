// Package hall is contests over HTTP: they are made, joined, watched and exported.
//
//	hall := hall.New(hall.Config{Host: host, Identity: gate, Log: log})
//	hall.Register(api)
//
// Who watches a contest asks for it again and again, with the number of the last
// thing that he knows of; the answer comes when there is more, or after a while.
// That goes through any proxy, and needs nothing kept for him.
//
// Contests themselves are in packages contest and host.
package tournament
