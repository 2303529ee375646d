import { PublicRecords, type PublicRecordsError } from "@public-records/core"
import { Clock, Effect, Option, Result } from "effect"
import { type AsyncResult, Atom } from "effect/reactivity"
import { appRuntime } from "../AppLayer.ts"
import type { BrowsableQuery, CollectionDefinition } from "./CollectionDefinition.ts"
import { type CollectionState, idle } from "./collectionState.ts"
import { type RowRequest, withPage } from "./RowStore.ts"
import { placeAfter } from "./arrangement.ts"

const nextTryOf = ({ reason }: PublicRecordsError): number | null =>
  reason._tag === "RateLimited" || reason._tag === "CircuitOpen" ? reason.nextTryAt : null

/** Shows what is left until the next try, once a second. */
const countDown = Effect.fnUntraced(function* (nextTryAt: number, show: (secondsLeft: number) => void) {
  while (true) {
    const left = nextTryAt - (yield* Clock.currentTimeMillis)
    if (left <= 0) return
    show(Math.ceil(left / 1000))
    yield* Effect.sleep(Math.min(left, 1000))
  }
})

/** Shows a failure, and comes back when it is time to ask again: by the clock where that is known, else never. */
const afterFailure = Effect.fnUntraced(function* (
  error: PublicRecordsError,
  show: (left: Option.Option<number>) => void
) {
  const nextTryAt = nextTryOf(error)
  if (nextTryAt === null) {
    show(Option.none())
    return yield* Effect.never
  }
  yield* countDown(nextTryAt, (secondsLeft) => show(Option.some(secondsLeft)))
})

/**
 * Asks for what the screen wants, one request at a time, for as long as it is mounted. A change of the query or of `run`
 * interrupts the request in flight.
 */
export const makeLoader = <Query extends BrowsableQuery<Query>, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  wanted: Atom.Atom<Option.Option<RowRequest>>,
  places: Atom.Atom<Option.Option<ReadonlyArray<number>>>
): Atom.Atom<AsyncResult.AsyncResult<never, PublicRecordsError>> =>
  appRuntime.atom((get) => {
    const query = get(state.query)
    get(state.run)
    return Effect.gen(function* () {
      const client = yield* PublicRecords
      // What the run before this one was doing when it was interrupted is over.
      get.set(state.reported, idle)
      while (true) {
        const request = yield* get.someOnce(wanted)
        get.set(state.reported, { _tag: "Loading", request })
        const answer = yield* Effect.result(definition.page(client, query.withOffset(request.offset), request.limit))
        if (Result.isFailure(answer)) {
          const error = answer.failure
          yield* afterFailure(error, (secondsLeft) =>
            get.set(state.reported, { _tag: "Failed", request, error, secondsLeft })
          )
        } else {
          Atom.batch(() => {
            const before = get.once(places)
            get.set(state.store, withPage(get.once(state.store), request, answer.success))
            const view = get.once(state.view)
            get.set(state.view, { ...view, cursor: placeAfter(before, get.once(places), view.cursor) })
            get.set(state.reported, idle)
          })
        }
      }
    })
  })
