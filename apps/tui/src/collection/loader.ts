import { PublicRecords, type PublicRecordsError } from "@public-records/core"
import { Clock, Effect, Option, Result } from "effect"
import { type AsyncResult, Atom } from "effect/reactivity"
import { appRuntime } from "../AppLayer.ts"
import type { BrowsableQuery, CollectionDefinition } from "./CollectionDefinition.ts"
import { type Activity, type CollectionState, idle } from "./state.ts"
import { emptyStore, type RowRequest, withPage } from "./RowStore.ts"
import { placeAfter } from "./arrangement.ts"

const firstPause = 15_000
const longestPause = 120_000

/** A service that cannot be reached is looked for again by itself, ever more rarely. */
const lookAgainAfter = (failures: number): number => Math.min(longestPause, firstPause * 2 ** (failures - 1))

const nextTryOf = ({ reason }: PublicRecordsError, failures: number, now: number): number | null => {
  switch (reason._tag) {
    case "RateLimited":
    case "CircuitOpen":
      return reason.nextTryAt
    case "Unavailable":
      // Where there is something else to do, waiting does not help.
      return reason.advice === undefined ? now + lookAgainAfter(failures) : null
    case "DeadlineExceeded":
      return now + lookAgainAfter(failures)
    default:
      return null
  }
}

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
  failures: number,
  show: (left: Option.Option<number>) => void
) {
  const nextTryAt = nextTryOf(error, failures, yield* Clock.currentTimeMillis)
  if (nextTryAt === null) {
    show(Option.none())
    return yield* Effect.never
  }
  yield* countDown(nextTryAt, (secondsLeft) => show(Option.some(secondsLeft)))
})

const whatFollows = Option.match({
  onNone: (): Activity => idle,
  onSome: (request: RowRequest): Activity => ({ _tag: "Loading", request })
})

/**
 * Lets the event loop turn once. Records in memory come without it, and atoms yield only to one another: keys and
 * signals would wait until all is loaded.
 */
const turn = Effect.callback<void>((resume) => {
  const waiting = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(waiting))
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
      let failures = 0
      while (true) {
        const request = yield* get.someOnce(wanted)
        get.set(state.reported, { _tag: "Loading", request })
        const answer = yield* Effect.result(definition.page(client, query.withOffset(request.offset), request.limit))
        if (Result.isFailure(answer)) {
          const error = answer.failure
          failures += 1
          yield* afterFailure(error, failures, (secondsLeft) =>
            get.set(state.reported, { _tag: "Failed", request, error, secondsLeft })
          )
        } else {
          failures = 0
          Atom.batch(() => {
            const before = get.once(places)
            const store = get.once(state.isStale) ? emptyStore : get.once(state.store)
            get.set(state.isStale, false)
            get.set(state.store, withPage(store, request, answer.success))
            const view = get.once(state.view)
            get.set(state.view, { ...view, cursor: placeAfter(before, get.once(places), view.cursor) })
            // Between two pages it is not idle: Esc has something to cancel.
            get.set(state.reported, whatFollows(get.once(wanted)))
          })
          yield* turn
        }
      }
    })
  })
