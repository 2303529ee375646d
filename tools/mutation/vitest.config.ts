import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { configDefaults, defineConfig, mergeConfig, type ViteUserConfig } from "vitest/config"

/** Tests that are slow or run the built executable. */
const slow = "hostile runtimes processes socket* scenarios* terminal* fuzz* soak* slowClients".split(" ")

const own: { readonly default: ViteUserConfig } = await import(
  pathToFileURL(join(process.cwd(), "vitest.config.ts")).href
)

export default mergeConfig(
  own.default,
  defineConfig({
    test: {
      testTimeout: 10_000,
      // Stryker needs to know which test runs which mutant.
      sequence: { concurrent: false },
      exclude: [...configDefaults.exclude, ...slow.map((name) => `**/test/**/${name}.test.ts`)]
    }
  })
)
