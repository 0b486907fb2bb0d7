module test-app

go 1.26
