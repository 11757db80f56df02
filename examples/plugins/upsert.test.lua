return {
  key = "id",
  ["rows that came, went or changed are statements that can be run twice; rows that moved are none"] = {
    old = "id,name\n1,Ann\n2,O'Neil\n3,Cy\n", new = "id,name\n3,Cy\n1,Anne\n4,D\"\"i\n",
    format = "upsert", report_options = { table = "people" }, report = "upsert.sql",
  },
  ["parts of a key are told apart together"] = {
    old = "id,country,n\n1,DE,2\n1,AT,2\n", new = "id,country,n\n1,DE,3\n", key = { "id", "country" },
    format = "upsert", report_options = { table = "t" }, report = "upsert-parts.sql",
  },
}
