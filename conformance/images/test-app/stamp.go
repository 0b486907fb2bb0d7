package main

import (
	"encoding/json"
	"io"
	"os"
	"time"
)

type stamp struct {
	T         int64  `json:"t"`                   // microseconds since 1970
	Container string `json:"container,omitempty"` // by default the container whose log contains the line
	Stamp     string `json:"stamp"`
	Detail    string `json:"detail,omitempty"`
}

// stamps writes for one container. Each line is one write, so that lines of several processes do not mix.
type stamps struct {
	container string
	out       io.Writer
}

func (s stamps) now(name, detail string) { s.at(time.Now(), name, detail) }

func (s stamps) at(t time.Time, name, detail string) {
	line, err := json.Marshal(stamp{t.UnixMicro(), s.container, name, detail})
	if err != nil {
		fail(err)
	}
	if _, err := s.out.Write(append(line, '\n')); err != nil {
		os.Exit(1)
	}
}
