// Command ferretdb runs FerretDB: ferretdb HOST:PORT POSTGRESQL-URL.
package main

import (
	"context"
	"os"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:      ferretdb.ListenerConfig{TCP: os.Args[1]},
		Handler:       "postgresql",
		PostgreSQLURL: os.Args[2],
	})
	if err != nil {
		panic(err)
	}
	panic(server.Run(context.Background()))
}
