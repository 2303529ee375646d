import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, type Scope } from "effect"

/** Writes files into a temporary folder, removed with the scope. Returns a function from a file name to its path. */
export const temporaryFiles = (
  contents: Readonly<Record<string, string | Uint8Array>>
): Effect.Effect<(name: string) => string, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "reference-server-"))),
      (made) => Effect.promise(() => rm(made, { recursive: true }))
    )
    for (const [name, content] of Object.entries(contents)) {
      yield* Effect.promise(() => writeFile(join(folder, name), content))
    }
    return (name: string) => join(folder, name)
  })
