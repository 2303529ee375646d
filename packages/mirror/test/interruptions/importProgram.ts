/** Imports files into a mirror: `node importProgram.ts MIRROR FILE...`. Ends with code 1 and the message of an error. */
import { Effect, Stream } from "effect"
import { importFiles } from "../../src/importing/importFiles.ts"
import { MirrorFile } from "../../src/store/MirrorFile.ts"

const [, , path = "", ...files] = process.argv

const program = Effect.gen(function* () {
  const mirror = yield* MirrorFile.open(path, "write")
  process.stdout.write("importing\n")
  yield* Stream.runForEach(importFiles(mirror, files, {}), (event) =>
    Effect.sync(() => event._tag === "Day" && process.stdout.write(`${event.day} ${event.outcome}\n`))
  )
}).pipe(
  Effect.scoped,
  Effect.catchTag("MirrorError", ({ message, problem }) =>
    Effect.sync(() => {
      process.stderr.write(`${problem}: ${message}`)
      process.exitCode = 1
    })
  )
)

await Effect.runPromise(program)
