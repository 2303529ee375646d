import { defineConfig } from "vitest/config"

// Runs all files in one process, so that modules are loaded and compiled only once.
export default defineConfig({ test: { isolate: false } })
