// Loads every source before the first test. Code that runs when a module is loaded would otherwise count as code of the test that
// loads the module first, and mutants of that code would survive without being tried.
import { globSync } from "node:fs"

const isProgram = (file: string): boolean => /src\/(?:main|launch)\.tsx?$/.test(file)

await Promise.all(
  globSync("src/**/*.{ts,tsx}")
    .filter((file) => !isProgram(file))
    .map((file) => import(`${process.cwd()}/${file}`))
)
