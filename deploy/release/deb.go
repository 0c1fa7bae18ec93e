package main

import (
	"io"
	"path/filepath"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
)

// debian packs the program with its units as deploy/nfpm.yaml says.
func (r *release) debian(t target, binary string, completions map[string]string) error {
	values := map[string]string{"VERSION": r.version, "ARCH": t.arch, "BINARY": binary, "ROOT": r.root}
	for shell, file := range completions {
		values["COMPLETION_"+shell] = file
	}
	config, err := nfpm.ParseFileWithEnvMapping(filepath.Join(r.root, "deploy/nfpm.yaml"), func(name string) string { return values[name] })
	if err != nil {
		return err
	}
	info, err := config.Get("deb")
	if err != nil {
		return err
	}
	for _, script := range []*string{&info.Scripts.PostInstall, &info.Scripts.PreRemove, &info.Scripts.PostRemove} {
		*script = filepath.Join(r.root, *script)
	}
	// Every file belongs to root and has the commit's time.
	info.MTime = r.at
	for _, content := range info.Contents {
		content.FileInfo.MTime = r.at
	}
	return create(filepath.Join(r.out, deb.Default.ConventionalFileName(info)), func(w io.Writer) error {
		return deb.Default.Package(info, w)
	})
}
