import { configDefaults, defineConfig } from "vitest/config"
import { redisProgram } from "./src/RedisServer.ts"

export default defineConfig({
  test: {
    // Files share one process: what is loaded and compiled once serves them all.
    isolate: false,
    exclude: [...configDefaults.exclude, ...(redisProgram === undefined ? ["test/redis/**"] : [])]
  }
})
