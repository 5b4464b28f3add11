module touchmove

go 1.26.8
