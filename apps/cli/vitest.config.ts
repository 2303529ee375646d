import { redisProgram } from "../../packages/redis/test/RedisServer.ts"
import { configDefaults, defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    // Files share one process, so that modules are loaded and compiled only once.
    isolate: false,
    exclude: [...configDefaults.exclude, ...(redisProgram === undefined ? ["test/redis.test.ts"] : [])],
    maxWorkers: 2,
    // These tests mostly wait for other processes.
    sequence: { concurrent: true },
    maxConcurrency: 4
  }
})
