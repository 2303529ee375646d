import { configDefaults, defineConfig } from "vitest/config"

const duckdb = await import("@duckdb/node-api").then(
  () => true,
  () => false
)

export default defineConfig({
  test: {
    // Runs all files in one process, so that modules are loaded and compiled only once.
    isolate: false,
    // DuckDB is only installed on supported platforms.
    exclude: [...configDefaults.exclude, ...(duckdb ? [] : ["test/duckdb*.test.ts"])]
  }
})
