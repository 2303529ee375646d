#!/usr/bin/env node
import { readFileSync } from "node:fs"
import module from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { makeFolder } from "@public-records/text/makeFolder"
import { version } from "./version.ts"

const oldestNode = { major: 22, minor: 19 }

// By its numbers: to compare texts by a language's rules takes Node.js a sixth of its own start.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < oldestNode.major || (major === oldestNode.major && minor < oldestNode.minor)) {
  process.stderr.write(
    `public-records needs Node.js ${oldestNode.major}.${oldestNode.minor} or later, and this is ${process.version}. ` +
      "Install a newer one from https://nodejs.org.\n"
  )
  process.exit(1)
}

/** The page that is asked for, if it needs no program: the version, or the help of a command as the build wrote it down. */
const writtenPage = ([...words]: ReadonlyArray<string>): string | undefined => {
  const flag = words.pop() ?? ""
  if (words.length === 0 && (flag === "--version" || flag === "-v")) return `${version}\n`
  if (flag !== "--help" && flag !== "-h") return undefined
  const pages: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(new URL("help.json", import.meta.url), "utf8")
  )
  const path = words.join(" ")
  return Object.hasOwn(pages, path) ? pages[path] : undefined
}

const page = writtenPage(process.argv.slice(2))

// The pages of an export live for a moment, and V8 would answer with hundreds of megabytes of room for them. With little, and
// collected more often, an export takes as long.
if (process.argv[2] === "export") {
  for (const flag of ["--semi-space-growth-factor=1", "--heap-growing-percent=50"]) setFlagsFromString(flag)
}

if (page === undefined) {
  // Before the program is loaded, so that Node.js keeps its compiled form for the next start.
  const { XDG_CACHE_HOME: cacheHome = "" } = process.env
  const folder = join(cacheHome === "" ? join(homedir(), ".cache") : cacheHome, "public-records", "compiled")
  if (makeFolder(folder)) module.enableCompileCache(folder)
  await import("./main.ts")
} else {
  // A reader that went away, or a full disk, is no reason for a trace.
  process.stdout.on("error", () => undefined).write(page)
}
