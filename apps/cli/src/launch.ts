#!/usr/bin/env node
import module from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"

const oldestNode = "22.19.0"

if (process.versions.node.localeCompare(oldestNode, "en", { numeric: true }) < 0) {
  process.stderr.write(
    `public-records needs Node.js ${oldestNode} or later, and this is ${process.version}. ` +
      "Install a newer one from https://nodejs.org.\n"
  )
  process.exit(1)
}

// Before the program is loaded, so that Node.js keeps its compiled form for the next start.
const { XDG_CACHE_HOME: cacheHome = "" } = process.env
module.enableCompileCache(join(cacheHome === "" ? join(homedir(), ".cache") : cacheHome, "public-records", "compiled"))

await import("./main.ts")
