// Program release makes what a release consists of, in one folder: archives with
// the program for each platform, packages for Debian, images for containers, and
// the checksums of all of them.
//
//	make release                 # builds the page, and runs this program
//	make release VERSION=v1.2.0
//
// Vocabulary: a target is a platform, as Go names it; an artifact is a file that
// somebody downloads.
//
// Everything is made by Go alone, on any machine: no Docker, no tool of Debian's.
// Two runs on one commit with one version of Go make the same files to the last
// byte, since all times in them are the commit's, and all owners are root.
//
// The program is a module of its own, so that what it needs stays out of thera's.
// It publishes nothing.
package main
