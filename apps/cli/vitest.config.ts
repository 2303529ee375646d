import { redisProgram } from "../../packages/redis/test/RedisServer.ts"
import { configDefaults, defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    // Files share one process: what is loaded and compiled once serves them all.
    isolate: false,
    exclude: [...configDefaults.exclude, ...(redisProgram === undefined ? ["test/redis.test.ts"] : [])],
    // These tests wait for programs of their own most of the time.
    sequence: { concurrent: true },
    maxConcurrency: 4
  }
})
