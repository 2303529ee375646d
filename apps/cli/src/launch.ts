#!/usr/bin/env node
import { enableCompileCache } from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"

// Before the program is loaded, so that Node.js keeps its compiled form for the next start.
const { XDG_CACHE_HOME: cacheHome = "" } = process.env
enableCompileCache(join(cacheHome === "" ? join(homedir(), ".cache") : cacheHome, "public-records", "compiled"))

await import("./main.ts")
