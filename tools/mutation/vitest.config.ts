import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { configDefaults, defineConfig, mergeConfig, type ViteUserConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { keptWorkers } from "./KeptWorker.ts"

/** Tests that are slow or run the built executable. */
const slow = "hostile runtimes processes socket* scenarios* terminal* fuzz* soak* slowClients".split(" ")

/**
 * The first failed test ends the run of a mutant. Most likely it is in the file that noticed the mutant before, so that file is first. Of the
 * others, quick files are first. (Vitest itself starts with slow files.)
 */
class NoticedSoon extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const results = new Map(files.map((file) => [file, this.ctx.cache.getTestSpecificationResult(file)]))
    const duration = (file: TestSpecification): number => {
      const result = results.get(file)
      return result === undefined || result.failed ? 0 : result.duration
    }
    return files.toSorted((a, b) => duration(a) - duration(b))
  }
}

const own: { readonly default: ViteUserConfig } = await import(
  pathToFileURL(join(process.cwd(), "vitest.config.ts")).href
)

/** The package whose tests cover the sources, if it is another one. Its tests import the copy of the sources that Stryker changes. */
const testsOf = process.env["MUTATION_TESTS_OF"] ?? ""
const copied = { find: /^@public-records\/core\/(\w+)$/, replacement: join(process.cwd(), "src/$1.ts") }

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
    resolve: { alias: testsOf === "" ? [] : [copied] },
    test: {
      include: testsOf === "" ? configDefaults.include : [`../${testsOf}/test/**/*.test.ts`],
      testTimeout: 60_000,
      setupFiles: ["noMutant.ts", "loadSources.ts"].map((name) => fileURLToPath(new URL(name, import.meta.url))),
      // Stryker needs to know which test runs which mutant.
      sequence: { concurrent: false, sequencer: NoticedSoon },
      exclude: [...configDefaults.exclude, ...slow.map((name) => `**/test/**/${name}.test.ts`)]
    }
  })
)
