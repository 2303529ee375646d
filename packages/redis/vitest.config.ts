import { redisProgram } from "./test/RedisServer.ts"
import { configDefaults, defineConfig } from "vitest/config"

/** Tests with a real Redis. */
const withServer = ["example", "model", "promise", "processes", "recovery", "sharing"].map(
  (name) => `test/${name}.test.ts`
)

export default defineConfig({
  test: {
    // Runs all files in one process, so that modules are loaded and compiled only once.
    isolate: false,
    exclude: [...configDefaults.exclude, ...(redisProgram === undefined ? withServer : [])]
  }
})
