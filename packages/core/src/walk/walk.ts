import { Array, Effect, Stream } from "effect"
import { type StreamOptions } from "../CallOptions.ts"
import { type Page } from "../records/Page.ts"
import { AnchoredReader, type Identified, type NewRecords } from "./AnchoredReader.ts"
import { InvalidOptions, type WalkStalled } from "../PublicRecordsError.ts"
import { defaultRememberedRecords, maxRememberedRecords, minRememberedRecords, Seen } from "./Seen.ts"

/** A query whose list can be walked. */
export interface WalkableQuery<Self> {
  readonly offset: number
  readonly limit: number
  readonly withOffset: (offset: number) => Self
  readonly withLimit: (limit: number) => Self
}

const checkRemembered = (count: number): Effect.Effect<void, InvalidOptions> => {
  const isValid = Number.isSafeInteger(count) && count >= minRememberedRecords && count <= maxRememberedRecords
  if (isValid) return Effect.void
  const message = `rememberedRecords is a whole number from ${minRememberedRecords} to ${maxRememberedRecords}, not ${count}.`
  return Effect.fail(new InvalidOptions({ message }))
}

/**
 * Returns every record of a list once, even if its pages overlap, repeat or shift. A page is requested when the consumer needs it.
 *
 * **Fails with** what `readPage` fails with, `WalkStalled` if the list shifts beyond recognition, and `InvalidOptions` before
 * anything is sent.
 *
 * **Gotchas** `onRejected` is called before the other records of the page are emitted, which come as one chunk.
 *
 * **Source** docs/api.md, statements 38 to 47.
 */
export const walk = <Query extends WalkableQuery<Query>, Record extends Identified, E>(
  query: Query,
  readPage: (query: Query) => Effect.Effect<Page<Record>, E>,
  { onDropped, onRejected, onReport, rememberedRecords = defaultRememberedRecords }: StreamOptions = {}
): Stream.Stream<Record, E | InvalidOptions | WalkStalled> =>
  Stream.suspend(() => {
    const start = { offset: query.offset, limit: query.limit }
    const reader = new AnchoredReader<Record>(start, new Seen(rememberedRecords))
    const pages = Stream.paginate(start, (request) =>
      readPage(query.withLimit(request.limit).withOffset(request.offset)).pipe(
        Effect.flatMap((page) => reader.read(page, request)),
        Effect.map(([newRecords, next]) => [[newRecords], next] as const)
      )
    )
    const notify = ({ rejected, dropped }: NewRecords<Record>): Effect.Effect<void> =>
      Effect.andThen(
        onRejected === undefined ? Effect.void : Effect.forEach(rejected, onRejected, { discard: true }),
        onDropped === undefined ? Effect.void : Effect.forEach(dropped, onDropped, { discard: true })
      )
    return Stream.fromEffectDrain(checkRemembered(rememberedRecords)).pipe(
      Stream.concat(pages),
      Stream.tap(notify),
      Stream.map(({ records }) => records),
      Stream.filter(Array.isReadonlyArrayNonEmpty),
      Stream.flattenArray,
      Stream.ensuring(Effect.suspend(() => onReport?.(reader.report()) ?? Effect.void))
    )
  })
