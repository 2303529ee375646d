import { type PublicRecords } from "@public-records/core"
import { DateTime, Effect, Layer, Logger, Option, References, Stream } from "effect"
import { type Notes } from "./output/Notes.ts"

const shortestWaitMillis = 2000
const sameTimeMillis = 1000

/** Each request on standard error, as core logs it: URL, status, milliseconds, quota. Without `verbose`, warnings only. */
export const requestLog = (notes: Notes, verbose: boolean): Layer.Layer<never> =>
  Layer.merge(
    Logger.layer([
      Logger.make(({ message }) => {
        Effect.runSync(notes.say(Array.isArray(message) ? message.join(" ") : String(message)))
      })
    ]),
    Layer.succeed(References.MinimumLogLevel, verbose ? "Debug" : "Warn")
  )

const clock = (milliseconds: number): string => DateTime.formatIso(DateTime.makeUnsafe(milliseconds))

/**
 * Says until when the key's budget makes requests wait, once for each time; of a command that always has a request to make,
 * also where that one waits to be repeated.
 */
export const tellOfWaiting = (
  quota: PublicRecords["Service"]["quota"],
  notes: Notes,
  { hasMore = false }: { readonly hasMore?: boolean } = {}
): Effect.Effect<void> =>
  quota.changes.pipe(
    Stream.map(({ nextRequestAt, waiting }) =>
      waiting === 0 && !hasMore ? 0 : Option.getOrElse(nextRequestAt, () => 0)
    ),
    // A time that Redis tells is off by a few milliseconds each time.
    Stream.changesWith((said, at) => Math.abs(said - at) < sameTimeMillis),
    Stream.runForEach(
      Effect.fnUntraced(function* (at) {
        const now = DateTime.toEpochMillis(yield* DateTime.now)
        if (at - now < shortestWaitMillis) return
        yield* notes.say(`Waiting for the key's budget until ${clock(at)}; Ctrl-C stops.`)
      })
    )
  )
