import { defineConfig } from "vitest/config"

export default defineConfig({
  // Files share one process: modules are loaded once for all of them.
  test: { isolate: false }
})
