// Command registry runs the registry of distribution with a configuration file. It contains only the parts that the tests use.
package main

import (
	"context"
	"os"

	"github.com/distribution/distribution/v3/configuration"
	"github.com/distribution/distribution/v3/registry"
	_ "github.com/distribution/distribution/v3/registry/auth/htpasswd"
	_ "github.com/distribution/distribution/v3/registry/auth/token"
	_ "github.com/distribution/distribution/v3/registry/storage/driver/filesystem"
	_ "github.com/distribution/distribution/v3/registry/storage/driver/inmemory"
)

func main() {
	file, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	config, err := configuration.Parse(file)
	if err != nil {
		panic(err)
	}
	server, err := registry.NewRegistry(context.Background(), config)
	if err != nil {
		panic(err)
	}
	panic(server.ListenAndServe())
}
