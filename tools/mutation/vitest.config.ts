import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { configDefaults, defineConfig, mergeConfig, type ViteUserConfig } from "vitest/config"
import { keptWorkers } from "./KeptWorker.ts"

/** Tests that are slow or run the built executable. */
const slow = ["hostile", "runtimes", "processes", "socket*", "scenarios*", "terminal*", "fuzz*", "soak*"]

const own: { readonly default: ViteUserConfig } = await import(
  pathToFileURL(join(process.cwd(), "vitest.config.ts")).href
)

export default mergeConfig(
  own.default,
  defineConfig({
    plugins: [
      {
        name: "kept-workers",
        configureVitest: ({ project }) => {
          // Stryker knows only the pools of Vitest itself.
          Object.assign(project.config, { pool: keptWorkers.name, poolRunner: keptWorkers })
        }
      }
    ],
    test: {
      testTimeout: 30_000,
      setupFiles: ["noMutant.ts", "loadSources.ts"].map((name) => fileURLToPath(new URL(name, import.meta.url))),
      // Stryker needs to know which test runs which mutant.
      sequence: { concurrent: false },
      exclude: [...configDefaults.exclude, ...slow.map((name) => `test/**/${name}.test.ts`)]
    }
  })
)
