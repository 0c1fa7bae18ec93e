package main

import (
	"bytes"
	"encoding/json"
	"encoding/pem"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// user is the user of the program in a container, by custom "nonroot".
const user = 65532

// image packs the program as an image with nothing else but the certificates of
// authorities, for the push services of browsers.
func (r *release) image(t target, binary string) error {
	image, err := r.layered(t, binary)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "thera-image-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // of the system's folder for such things
	name := "thera:" + r.version
	path, err := layout.Write(folder, mutate.IndexMediaType(empty.Index, types.OCIImageIndex))
	if err != nil {
		return err
	}
	if err := path.AppendImage(image, layout.WithAnnotations(map[string]string{
		"org.opencontainers.image.ref.name": r.version,
		"io.containerd.image.name":          "docker.io/library/" + name,
	})); err != nil {
		return err
	}
	if err := dockerManifest(folder, image, name, "thera:latest"); err != nil {
		return err
	}
	entries, err := tree(folder)
	if err != nil {
		return err
	}
	return create(filepath.Join(r.out, r.name(t)+"_image.tar"), func(w io.Writer) error { return writeTar(w, entries, r.at) })
}

// layered returns the image.
func (r *release) layered(t target, binary string) (v1.Image, error) {
	var files bytes.Buffer
	if err := writeTarGz(&files, []entry{
		{name: "data/", mode: 0o700, owner: user},
		{name: "etc/", mode: 0o755},
		{name: "etc/passwd", mode: 0o644, text: []byte("root:x:0:0::/:/none\nthera:x:65532:65532::/data:/none\n")},
		{name: "etc/ssl/", mode: 0o755},
		{name: "etc/ssl/certs/", mode: 0o755},
		{name: "etc/ssl/certs/ca-certificates.crt", mode: 0o644, text: authorities()},
		{name: "tmp/", mode: 0o777 | fs.ModeSticky},
		{name: "usr/", mode: 0o755},
		{name: "usr/bin/", mode: 0o755},
		{name: "usr/bin/thera", mode: 0o755, from: binary},
	}, r.at); err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(files.Bytes())), nil
	}, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err := mutate.Append(base, mutate.Addendum{
		Layer: layer, MediaType: types.OCILayer, History: v1.History{Created: v1.Time{Time: r.at}, CreatedBy: "make release"},
	})
	if err != nil {
		return nil, err
	}
	return mutate.ConfigFile(image, config(image, r, t))
}

// config returns the image's metadata and how it runs: as a server with its file in
// /data, unless other arguments are given.
func config(image v1.Image, r *release, t target) *v1.ConfigFile {
	file, err := image.ConfigFile()
	if err != nil {
		file = &v1.ConfigFile{} // cannot happen for an image that was just made
	}
	file = file.DeepCopy()
	file.OS, file.Architecture, file.Created = t.os, t.arch, v1.Time{Time: r.at}
	file.Config = v1.Config{
		Entrypoint:   []string{"/usr/bin/thera"},
		Cmd:          []string{"serve", "--no-open", "--listen", ":8080", "--store", "/data/thera.db"},
		User:         "65532:65532",
		WorkingDir:   "/data",
		Env:          []string{"PATH=/usr/bin"},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		Volumes:      map[string]struct{}{"/data": {}},
		StopSignal:   "SIGTERM",
		Labels: map[string]string{
			"org.opencontainers.image.title":    "thera",
			"org.opencontainers.image.version":  r.version,
			"org.opencontainers.image.revision": r.commit,
			"org.opencontainers.image.licenses": "MIT",
		},
	}
	return file
}

// authorities returns the certificates that Mozilla trusts, from Go's copy.
func authorities() []byte {
	var text bytes.Buffer
	for root := range bundle.Roots() {
		_ = pem.Encode(&text, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}) // a buffer takes everything
	}
	return text.Bytes()
}

// dockerManifest adds the file by which Docker before version 25 finds an image in a
// layout, and every version its names.
func dockerManifest(folder string, image v1.Image, names ...string) error {
	manifest, err := image.Manifest()
	if err != nil {
		return err
	}
	blob := func(of v1.Hash) string { return "blobs/" + of.Algorithm + "/" + of.Hex }
	var layers []string
	for _, layer := range manifest.Layers {
		layers = append(layers, blob(layer.Digest))
	}
	text, err := json.Marshal([]map[string]any{{"Config": blob(manifest.Config.Digest), "RepoTags": names, "Layers": layers}})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "manifest.json"), text, 0o644)
}

// tree returns a folder's content ordered by name.
func tree(folder string) (entries []entry, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == folder {
			return err
		}
		e := entry{name: filepath.ToSlash(strings.TrimPrefix(path, folder+string(filepath.Separator))), mode: 0o644, from: path}
		if d.IsDir() {
			e = entry{name: e.name + "/", mode: 0o755}
		}
		entries = append(entries, e)
		return nil
	})
	return entries, err
}
