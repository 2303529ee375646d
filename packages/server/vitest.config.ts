import { configDefaults, defineConfig } from "vitest/config"
import { chromiumProgram } from "./test/chromium.ts"

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, ...(chromiumProgram === undefined ? ["test/browser/**"] : [])]
  }
})
