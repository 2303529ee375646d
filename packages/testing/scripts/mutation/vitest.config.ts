import { readFileSync } from "node:fs"
import { defineConfig } from "vitest/config"

const file = process.env["MUTANT_FILE"] ?? ""
const source = process.env["MUTANT_SOURCE"] ?? ""

// Vitest is handed the mutant where it asks for the file; nothing on the disk is changed.
export default defineConfig({
  plugins: [
    {
      name: "mutant",
      enforce: "pre",
      load: (id) => (id === file && source !== "" ? readFileSync(source, "utf8") : undefined)
    }
  ],
  // A mutant that is kept would be taken for the source of the next run.
  test: {
    fsModuleCache: false,
    isolate: false,
    bail: 1,
    fileParallelism: false,
    testTimeout: 20_000,
    reporters: ["dot"]
  }
})
