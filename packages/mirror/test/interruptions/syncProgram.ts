/** Reads daily files from a site: `node syncProgram.ts MIRROR SITE FROM`. Ends with code 1 and the message of an error. */
import { CivilDate } from "@public-records/core"
import { Mirror } from "@public-records/mirror"
import { Effect, Stream } from "effect"
import { FetchHttpClient } from "effect/http"

const [, , file = "", site = "", from = ""] = process.argv

const program = Effect.gen(function* () {
  const mirror = yield* Mirror
  process.stdout.write("syncing\n")
  const options = { source: "files", site, allowHttp: true, pauseSeconds: 0, from: CivilDate.make(from) } as const
  yield* Stream.runForEach(mirror.sync(options), (event) =>
    Effect.sync(() => event._tag === "File" && process.stdout.write(`${event.file} ${event.outcome}\n`))
  )
}).pipe(
  Effect.provide([Mirror.layer({ file, access: "write" }), FetchHttpClient.layer]),
  Effect.match({
    onFailure: ({ _tag, message }) => {
      process.stderr.write(`${_tag}: ${message}`)
      process.exitCode = 1
    },
    onSuccess: () => undefined
  })
)

await Effect.runPromise(program)
