import { configDefaults, defineConfig } from "vitest/config"

const duckdb = await import("@duckdb/node-api").then(
  () => true,
  () => false
)

export default defineConfig({
  test: {
    // Files share one process: what is loaded and compiled once serves them all.
    isolate: false,
    // DuckDB is only installed on supported platforms.
    exclude: [...configDefaults.exclude, ...(duckdb ? [] : ["test/duckdb*.test.ts"])]
  }
})
