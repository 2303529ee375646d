#!/usr/bin/env node
import { readFileSync } from "node:fs"
import module from "node:module"
import { isAbsolute, join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { homeFolder } from "@public-records/text/home"
import { makeFolder } from "@public-records/text/makeFolder"
import { oldestNode, runsOn } from "./nodeVersion.ts"
import { version } from "./version.ts"

if (!runsOn(process.versions.node)) {
  process.stderr.write(
    `public-records needs Node.js ${oldestNode} or later, but this is ${process.version}. ` +
      "Install a newer version from https://nodejs.org.\n"
  )
  process.exit(1)
}

/** Returns the output for `--version`, or for `--help` from the file that the build wrote. Returns `undefined` otherwise. */
const prerenderedPage = ([...words]: ReadonlyArray<string>): string | undefined => {
  const flag = words.pop() ?? ""
  if (words.length === 0 && (flag === "--version" || flag === "-v")) return `${version}\n`
  if (flag !== "--help" && flag !== "-h") return undefined
  const pages: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(new URL("help.json", import.meta.url), "utf8")
  )
  const path = words.join(" ")
  return Object.hasOwn(pages, path) ? pages[path] : undefined
}

const page = prerenderedPage(process.argv.slice(2))

// By default, V8 would reserve hundreds of megabytes for the short-lived pages of an export. Collecting garbage more often does not
// slow an export down.
if (process.argv[2] === "export") {
  for (const flag of ["--semi-space-growth-factor=1", "--heap-growing-percent=50"]) setFlagsFromString(flag)
}

if (page === undefined) {
  // Enabled before the program is loaded, so that Node.js caches the compiled program for the next start.
  const { XDG_CACHE_HOME: cacheHome = "" } = process.env
  const caches = isAbsolute(cacheHome) ? cacheHome : join(homeFolder(process.env), ".cache")
  const folder = join(caches, "public-records", "compiled")
  if (makeFolder(folder)) module.enableCompileCache(folder)
  await import("./main.ts")
} else {
  // Prevents a stack trace if the pipe is closed or the disk is full.
  process.stdout.on("error", () => undefined).write(page)
}
