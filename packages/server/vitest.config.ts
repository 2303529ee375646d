import { configDefaults, defineConfig } from "vitest/config"
import { chromiumProgram } from "./test/chromium.ts"

export default defineConfig({
  test: {
    // Files share one process: what is loaded and compiled once serves them all.
    isolate: false,
    exclude: [...configDefaults.exclude, ...(chromiumProgram === undefined ? ["test/browser/**"] : [])]
  }
})
