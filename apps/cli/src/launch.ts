#!/usr/bin/env node
import { readFileSync } from "node:fs"
import module from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { makeFolder } from "@public-records/text/makeFolder"
import { version } from "./version.ts"

const oldestNode = { major: 22, minor: 19 }

// Compared as numbers: comparing texts by the rules of a language adds a sixth to the start of Node.js.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < oldestNode.major || (major === oldestNode.major && minor < oldestNode.minor)) {
  process.stderr.write(
    `public-records needs Node.js ${oldestNode.major}.${oldestNode.minor} or later, and this is ${process.version}. ` +
      "Install a newer one from https://nodejs.org.\n"
  )
  process.exit(1)
}

/** Returns the page that needs no program: the version, or the help of a command, which the build wrote to a file. */
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

// V8 would reserve hundreds of megabytes for the short-lived pages of an export. With less memory, which is collected more often,
// an export takes no longer.
if (process.argv[2] === "export") {
  for (const flag of ["--semi-space-growth-factor=1", "--heap-growing-percent=50"]) setFlagsFromString(flag)
}

if (page === undefined) {
  // Enabled before the program is loaded, so that Node.js keeps its compiled form for the next start.
  const { XDG_CACHE_HOME: cacheHome = "" } = process.env
  const folder = join(cacheHome === "" ? join(homedir(), ".cache") : cacheHome, "public-records", "compiled")
  if (makeFolder(folder)) module.enableCompileCache(folder)
  await import("./main.ts")
} else {
  // If the reader went away or the disk is full, no stack trace is printed.
  process.stdout.on("error", () => undefined).write(page)
}
