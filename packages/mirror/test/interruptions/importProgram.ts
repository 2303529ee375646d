/** Imports files into a mirror: `node importProgram.ts MIRROR FILE...`. Ends with code 1 and the message of an error. */
import { Mirror } from "@public-records/mirror"
import { Effect, Stream } from "effect"

const [, , file = "", ...paths] = process.argv

const program = Effect.gen(function* () {
  const mirror = yield* Mirror
  process.stdout.write("importing\n")
  yield* Stream.runForEach(mirror.importFiles(paths), (event) =>
    Effect.sync(() => event._tag === "Day" && process.stdout.write(`${event.day} ${event.outcome}\n`))
  )
}).pipe(
  Effect.provide(Mirror.layer({ file, access: "write" })),
  Effect.catchTag("MirrorError", ({ message, problem }) =>
    Effect.sync(() => {
      process.stderr.write(`${problem}: ${message}`)
      process.exitCode = 1
    })
  )
)

await Effect.runPromise(program)
