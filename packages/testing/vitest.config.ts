import { configDefaults, defineConfig } from "vitest/config"
import { redisProgram } from "./src/RedisServer.ts"

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, ...(redisProgram === undefined ? ["test/redis/**"] : [])]
  }
})
