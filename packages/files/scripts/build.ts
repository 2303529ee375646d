/** Compiles the package in the current folder, and the private package `files` with it, because that one is not published on its own. */
import { spawnSync } from "node:child_process"
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, relative } from "node:path"

const compile = (...args: ReadonlyArray<string>): void => {
  const { status } = spawnSync("tsc", args, { stdio: "inherit", shell: process.platform === "win32" })
  if (status !== 0) process.exit(status ?? 1)
}

rmSync("dist", { recursive: true, force: true })
compile("-p", "tsconfig.build.json")
compile("-p", "../files/tsconfig.build.json", "--outDir", "dist/files", "--inlineSources", "true")

// Both are in `dist` now: a module of the package becomes a path to `dist/files`.
for (const file of globSync("dist/**/*.{js,d.ts}")) {
  const folder = relative(dirname(file), "dist/files")
  const path = folder.startsWith(".") ? folder : `./${folder}`
  const text = readFileSync(file, "utf8")
  writeFileSync(file, text.replaceAll(/"@public-records\/files\/(\w+)"/g, `"${path}/$1.js"`))
}
