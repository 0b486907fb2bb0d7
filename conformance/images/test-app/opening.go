package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// opening is a port or file that another container may wait for. It opens some time after the start.
type opening struct {
	kind  string // tcp, postgresql, http, unix, file
	where string // PORT, PORT/PATH, PATH
	after time.Duration
}

// parseOpening reads WHERE[@DURATION].
func parseOpening(kind, text string) (opening, error) {
	where, after, timed := strings.Cut(text, "@")
	o := opening{kind: kind, where: where}
	if !timed {
		return o, nil
	}
	var err error
	o.after, err = time.ParseDuration(after)
	return o, err
}

func (o opening) String() string { return o.kind + ":" + o.where }

// open returns once the port or file is open, with a time before any other process can see it. An HTTP server returns 503 until then.
func (o opening) open(content string) (time.Time, error) {
	serving, err := o.serve503()
	if err != nil {
		return began, err
	}
	time.Sleep(time.Until(began.Add(o.after)))
	if o.kind == "file" {
		// No process may see a partial file.
		if err := os.WriteFile(o.where+".new", []byte(content), 0o644); err != nil {
			return began, err
		}
	}
	at := time.Now()
	return at, o.show(serving)
}

func (o opening) show(serving *atomic.Bool) error {
	switch o.kind {
	case "http":
		serving.Store(true)
		return nil
	case "file":
		return os.Rename(o.where+".new", o.where)
	case "tcp":
		return accept("tcp", ":"+o.where, "")
	case "postgresql":
		return accept("tcp", ":"+o.where, "R\x00\x00\x00\x08\x00\x00\x00\x00")
	default:
		return accept(o.kind, o.where, "")
	}
}

func (o opening) serve503() (*atomic.Bool, error) {
	var ready atomic.Bool
	if o.kind != "http" {
		return &ready, nil
	}
	port, path, _ := strings.Cut(o.where, "/")
	mux := http.NewServeMux()
	mux.HandleFunc("/"+path, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/"+path {
			http.NotFound(w, r)
			return
		}
		if !ready.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		fmt.Fprintln(w, "ready:", ready.Load())
	})
	listener, err := net.Listen("tcp", ":"+port)
	if err != nil {
		return nil, err
	}
	go http.Serve(listener, mux)
	return &ready, nil
}

// onPost listens at PORT/PATH and answers before it acts.
func onPost(where string, act func()) error {
	port, path, _ := strings.Cut(where, "/")
	mux := http.NewServeMux()
	mux.HandleFunc("POST /"+path, func(w http.ResponseWriter, r *http.Request) { go act() })
	listener, err := net.Listen("tcp", ":"+port)
	if err != nil {
		return err
	}
	go http.Serve(listener, mux)
	return nil
}

// accept closes each connection, after the answer to its first bytes.
func accept(network, address, answer string) error {
	if network == "unix" {
		// A run that was killed leaves its socket.
		os.Remove(address)
	}
	listener, err := net.Listen(network, address)
	if err != nil {
		return err
	}
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			if answer != "" {
				// Unread bytes would reset the connection before the client has the answer.
				connection.SetDeadline(time.Now().Add(time.Second))
				connection.Read(make([]byte, 1024))
				connection.Write([]byte(answer))
			}
			connection.Close()
		}
	}()
	return nil
}
