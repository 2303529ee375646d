import { configDefaults, defineConfig } from "vitest/config"

const duckdb = await import("@duckdb/node-api").then(
  () => true,
  () => false
)

export default defineConfig({
  test: {
    // Files share one process: what is loaded and compiled once serves them all.
    isolate: false,
    // DuckDB comes with the install where it is made for the machine.
    exclude: [...configDefaults.exclude, ...(duckdb ? [] : ["test/duckdb.test.ts"])]
  }
})
