import * as Predicate from "effect/Predicate"

/** The environment variables of this process, or `undefined` where the runtime has none. */
const environment = (): unknown => {
  const process: unknown = Reflect.get(globalThis, "process")
  return Predicate.hasProperty(process, "env") ? process.env : undefined
}

/** Whether the runtime has environment variables. */
export const hasEnvironment = (): boolean => Predicate.isObject(environment())

/** Returns an environment variable, or `undefined` if it is empty, or may not be read. */
export const environmentVariable = (name: string): string | undefined => {
  try {
    const variables = environment()
    const value = Predicate.hasProperty(variables, name) ? variables[name] : undefined
    return Predicate.isString(value) && value !== "" ? value : undefined
  } catch {
    // Deno asks for permission, and throws without it.
    return undefined
  }
}
