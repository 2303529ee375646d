import { redisProgram } from "@public-records/testing/RedisServer"
import { configDefaults, defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, ...(redisProgram === undefined ? ["test/redis.test.ts"] : [])]
  }
})
