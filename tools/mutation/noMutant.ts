// Runs before each file of tests is loaded. Without it, the mutant of the run before would be active in what a file does while it is loaded.
import { inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    /** The name of the global variable that holds the active mutant. */
    readonly globalNamespace: string
  }
}

const stryker: unknown = Reflect.get(globalThis, inject("globalNamespace"))
if (typeof stryker === "object" && stryker !== null) Object.assign(stryker, { activeMutant: undefined })
