print("lunadiff")
