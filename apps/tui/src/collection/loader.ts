import type { PublicRecordsError } from "@public-records/core"
import { Effect, Option, Result } from "effect"
import { type AsyncResult, Atom } from "effect/reactivity"
import { appRuntime } from "../requests.ts"
import { screenSourceAtom } from "../source/sourceAtoms.ts"
import type { CollectionDefinition } from "./CollectionDefinition.ts"
import { type CollectionState, idle } from "./state.ts"
import { emptyStore, firstMissing, type RowRequest, type RowStore, withPage } from "./RowStore.ts"
import { positionAfter, type RowOrder } from "./localSort.ts"
import { waitForRetry } from "./retryCountdown.ts"

/** Runs the event loop once. Otherwise keys and signals would wait until all local pages are loaded. */
const yieldToEventLoop = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

/** Creates the loader, which requests the wanted rows one page at a time. A new query or `generation` restarts it. */
export const makeLoader = <Query, Record>(
  definition: CollectionDefinition<Query, Record>,
  state: CollectionState<Query, Record>,
  wanted: Atom.Atom<Option.Option<RowRequest>>,
  rowOrder: Atom.Atom<RowOrder>
): Atom.Atom<AsyncResult.AsyncResult<never, PublicRecordsError>> =>
  appRuntime.atom((get) => {
    const { pagesPerUpdate, records } = get(screenSourceAtom)
    const query = get(state.query)
    get(state.generation)
    /** Loads a page, or several local ones if all rows are wanted. Also returns the last request and its error. */
    const load = Effect.fnUntraced(function* (first: RowRequest) {
      const pages = get.once(state.wantsAll) ? pagesPerUpdate : 1
      let store = get.once(state.isStale) ? emptyStore : get.once(state.store)
      let request = first
      for (let page = 1; ; page++) {
        const { offset, limit } = request
        const answer = yield* Effect.result(definition.page(records, query, offset, limit))
        if (Result.isFailure(answer)) return { store, request, error: Option.some(answer.failure) }
        store = withPage(store, request, answer.success)
        const next = page < pages ? firstMissing(store) : Option.none()
        if (Option.isNone(next)) return { store, request, error: Option.none() }
        request = next.value
        yield* yieldToEventLoop
      }
    })
    const show = (store: RowStore<Record>): void =>
      Atom.batch(() => {
        const before = get.once(rowOrder)
        get.set(state.isStale, false)
        get.set(state.store, store)
        const view = get.once(state.view)
        get.set(state.view, { ...view, cursor: positionAfter(before, get.once(rowOrder), view.cursor) })
        // Stay non-idle between pages so that Esc can cancel.
        const request = get.once(wanted)
        get.set(state.loaderStatus, Option.isSome(request) ? { _tag: "Loading", request: request.value } : idle)
      })
    return Effect.gen(function* () {
      get.set(state.loaderStatus, idle)
      let failures = 0
      while (true) {
        const wantedRows = yield* get.someOnce(wanted)
        get.set(state.loaderStatus, { _tag: "Loading", request: wantedRows })
        const { store, request, error } = yield* load(wantedRows)
        const isNew = Option.isNone(error) || request !== wantedRows
        if (isNew) show(store)
        if (Option.isSome(error)) {
          failures += 1
          yield* waitForRetry(error.value, failures, (secondsLeft) =>
            get.set(state.loaderStatus, { _tag: "Failed", request, error: error.value, secondsLeft })
          )
        } else {
          failures = 0
          yield* yieldToEventLoop
        }
      }
    })
  })
