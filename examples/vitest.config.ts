import { redisProgram } from "@public-records/testing/RedisServer"
import { configDefaults, defineConfig } from "vitest/config"
import { chromiumProgram } from "./test/chromium.ts"

export default defineConfig({
  test: {
    // Files share one process: what is loaded and compiled once serves them all.
    isolate: false,
    exclude: [
      ...configDefaults.exclude,
      ...(redisProgram === undefined ? ["test/workers.test.ts"] : []),
      ...(chromiumProgram === undefined ? ["test/browser.test.ts"] : [])
    ]
  }
})
