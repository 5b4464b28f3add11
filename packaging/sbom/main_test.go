package main

import (
	"bytes"
	"runtime/debug"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// A bill can be read again and lists the program, Go's library and every module with its checksum; the same
// program has the same bill.
func TestBill(t *testing.T) {
	info := &debug.BuildInfo{
		GoVersion: "go1.26.8",
		Deps: []*debug.Module{
			{Path: "periph.io/x/conn/v3", Version: "v3.7.2", Sum: "h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="},
			{Path: "old.example/x", Version: "v1.0.0", Replace: &debug.Module{Path: "new.example/x", Version: "v1.0.1"}},
		},
		Settings: []debug.BuildSetting{{Key: "GOARCH", Value: "arm64"}, {Key: "-trimpath", Value: "true"}},
	}
	var text, again bytes.Buffer
	if err := write(&text, billOf(info, "0.1.0")); err != nil {
		t.Fatal(err)
	}
	if err := write(&again, billOf(info, "0.1.0")); err != nil || !bytes.Equal(text.Bytes(), again.Bytes()) {
		t.Errorf("another bill of the same program, %v", err)
	}
	var bill cdx.BOM
	if err := cdx.NewBOMDecoder(&text, cdx.BOMFileFormatJSON).Decode(&bill); err != nil {
		t.Fatal(err)
	}
	if c := bill.Metadata.Component; c.Name != "touchmove" || c.Version != "0.1.0" || len(*c.Properties) != 1 {
		t.Errorf("program %+v", c)
	}
	var urls []string
	for _, c := range *bill.Components {
		urls = append(urls, c.PackageURL)
	}
	want := []string{"pkg:golang/std@1.26.8", "pkg:golang/periph.io/x/conn/v3@v3.7.2", "pkg:golang/new.example/x@v1.0.1"}
	if len(urls) != len(want) || urls[0] != want[0] || urls[1] != want[1] || urls[2] != want[2] {
		t.Errorf("modules %q, want %q", urls, want)
	}
	if h := (*bill.Components)[1].Hashes; h == nil || len((*h)[0].Value) != 64 {
		t.Errorf("checksum %+v", h)
	}
}
