import { redisProgram } from "./test/RedisServer.ts"
import { configDefaults, defineConfig } from "vitest/config"

/** Tests with a real Redis. */
const withServer = ["example", "model", "processes", "recovery", "sharing"].map((name) => `test/${name}.test.ts`)

export default defineConfig({
  test: {
    // Files share one process: what is loaded and compiled once serves them all.
    isolate: false,
    exclude: [...configDefaults.exclude, ...(redisProgram === undefined ? withServer : [])]
  }
})
