import { configDefaults, defineConfig } from "vitest/config"
import { chromiumProgram } from "./test/chromium.ts"

export default defineConfig({
  test: {
    // Runs all files in one process, so that modules are loaded and compiled only once.
    isolate: false,
    exclude: [...configDefaults.exclude, ...(chromiumProgram === undefined ? ["test/browser/**"] : [])]
  }
})
