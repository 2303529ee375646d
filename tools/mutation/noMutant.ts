// Runs before each file of tests is loaded, and undoes what the files before left behind: the active mutant, which would change what this
// file does while it is loaded, and their counts of executed mutants. Stryker adds up the counts of all files, and takes a mutant that is
// executed a hundred times as often for an infinite loop.
import { inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    /** The name of Stryker's global variable. */
    readonly globalNamespace: string
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
