// Command sbom writes the bill of materials of a Go program as CycloneDX JSON: every module that is linked into
// it, by the versions and checksums that the linker wrote there. What is listed is what runs, whatever go.mod
// may say by then. It is a module of its own, so that touchmove does not depend on CycloneDX.
package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sbom PROGRAM VERSION")
		os.Exit(2)
	}
	info, err := buildinfo.ReadFile(os.Args[1])
	if err == nil {
		err = write(os.Stdout, billOf(info, os.Args[2]))
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "sbom: %s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}

// billOf lists what a program of a version is linked from. It has no date and no serial number: the same program
// has the same bill.
func billOf(info *debug.BuildInfo, version string) *cdx.BOM {
	bill := cdx.NewBOM()
	program := cdx.Component{
		BOMRef: "touchmove", Type: cdx.ComponentTypeApplication, Name: "touchmove", Version: version,
		Licenses: &cdx.Licenses{{License: &cdx.License{ID: "MIT"}}},
	}
	var settings []cdx.Property
	for _, s := range info.Settings {
		if s.Key == "GOOS" || s.Key == "GOARCH" || s.Key == "GOARM" || s.Key == "CGO_ENABLED" || s.Key == "vcs.revision" {
			settings = append(settings, cdx.Property{Name: "cdx:gomod:build:env:" + s.Key, Value: s.Value})
		}
	}
	program.Properties = &settings
	bill.Metadata = &cdx.Metadata{Component: &program}
	components := []cdx.Component{library("std", strings.TrimPrefix(info.GoVersion, "go"), "")}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		components = append(components, library(m.Path, m.Version, m.Sum))
	}
	bill.Components = &components
	refs := make([]string, len(components))
	for i, c := range components {
		refs[i] = c.BOMRef
	}
	bill.Dependencies = &[]cdx.Dependency{{Ref: program.BOMRef, Dependencies: &refs}}
	return bill
}

// library is a module; sum is its checksum as go.sum writes it ("h1:" and the base64 of a SHA-256), which may
// be empty.
func library(path, version, sum string) cdx.Component {
	url := "pkg:golang/" + path + "@" + version
	c := cdx.Component{BOMRef: url, Type: cdx.ComponentTypeLibrary, Name: path, Version: version, PackageURL: url, Scope: cdx.ScopeRequired}
	if raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(sum, "h1:")); err == nil && len(raw) == 32 {
		c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(raw)}}
	}
	return c
}

func write(w io.Writer, bill *cdx.BOM) error {
	return cdx.NewBOMEncoder(w, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bill)
}
