// Program release makes a release in one folder: archives with the program for each
// platform, packages for Debian, container images, wheels for Python, and the checksums
// of all of them.
//
//	make release                 # builds the page, and runs this program
//	make release VERSION=v1.2.0
//
// A target is a platform, as Go names it; an artifact is a file to download.
//
// All but the wheels is made by Go alone, on any machine, without Docker or Debian's
// tools. The wheels need Python, and the library in them a C compiler for each platform;
// the program says what it leaves out. Two runs on one commit with one version of Go make
// identical files, since all times in them are the commit's and all owners are root.
//
// The program is a module of its own, so that its dependencies stay out of thera's. It
// publishes nothing.
package main
