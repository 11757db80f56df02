-- Reads an object of S3 by the program aws; what it holds is told by its name, as that of a file.

return {
  name = "s3", version = "1.0", summary = "Objects of S3, by aws",
  readers = {
    s3 = {
      command = function(input)
        return { "aws", "s3", "cp", "--only-show-errors", input.path, "-" }
      end,
      install = "pip install awscli, or apt install awscli",
      schemes = { "s3" },
      options = {},
    },
  },
}
