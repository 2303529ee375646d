import { defineConfig } from "vitest/config"

export default defineConfig({
  // Runs all files in one process, so that modules are loaded and compiled only once.
  test: { isolate: false }
})
