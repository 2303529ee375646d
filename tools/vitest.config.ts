import { defineConfig } from "vitest/config"

// Files share one process: what is loaded and compiled once serves them all.
export default defineConfig({ test: { isolate: false } })
