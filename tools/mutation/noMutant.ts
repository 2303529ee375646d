// Runs before each file of tests is loaded, and undoes what the files before left behind: the active mutant, which would change what this
// file does while it is loaded, and their counts of executed mutants. Stryker adds up the counts of all files, and takes a mutant that is
// executed a hundred times as often for an infinite loop.
import { inject, vi } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    /** The name of Stryker's global variable. */
    readonly globalNamespace: string
    /** Whether a mutant is active, or no mutant while all tests run once. */
    readonly mode: "mutant" | "dry-run"
  }
}

interface Stryker {
  activeMutant: string | undefined
  readonly mutantCoverage?: object
}

const stryker: Stryker | undefined = Reflect.get(globalThis, inject("globalNamespace"))
if (stryker !== undefined) {
  stryker.activeMutant = undefined
  Object.assign(stryker.mutantCoverage ?? {}, { static: {}, perTest: {} })
}

// A test that waits forever must fail before Stryker ends the process, as it takes longer to start another one.
if (inject("mode") === "mutant") vi.setConfig({ testTimeout: 10_000 })
