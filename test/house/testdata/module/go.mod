module measured

go 1.26
