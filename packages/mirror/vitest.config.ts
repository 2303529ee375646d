import { defineConfig } from "vitest/config"

export default defineConfig({
  // Files share processes: modules are loaded once for all of them. One waits while the engine of the other writes.
  test: { isolate: false, maxWorkers: 2 }
})
