import { configDefaults, defineConfig } from "vitest/config"
import { chromiumProgram, redisProgram } from "./test/programs.ts"

export default defineConfig({
  test: {
    // Files share one process, so that modules are loaded and compiled only once.
    isolate: false,
    exclude: [
      ...configDefaults.exclude,
      ...(redisProgram === undefined ? ["test/workers.test.ts"] : []),
      ...(chromiumProgram === undefined ? ["test/browser.test.ts"] : [])
    ]
  }
})
