import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, type Scope } from "effect"

/** Writes files into a folder that goes with the test; gives their paths by their names. */
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
