import type { QuotaState } from "@public-records/core"
import { Clock, Effect, Option, Stream } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { appRuntime } from "./requests.ts"
import { screenSourceAtom } from "./source/sourceAtoms.ts"

const nothingSpent: QuotaState = {
  limit: Option.none(),
  remaining: Option.none(),
  requestsThisHour: 0,
  nextRequestAt: Option.none(),
  waiting: 0
}

const changes = Atom.make((get) => get(screenSourceAtom).records.quota.changes)

/** The rate limit of the key, as last reported to the client. */
export const quotaAtom: Atom.Atom<QuotaState> = Atom.make((get) =>
  Option.getOrElse(AsyncResult.value(get(changes)), () => nothingSpent)
)

/** Emits the remaining seconds until a time, once a second, then `None`. */
const countDownTo = (at: number): Stream.Stream<Option.Option<number>> =>
  Stream.paginate(false, (isLater) =>
    Effect.gen(function* () {
      if (isLater) yield* Effect.sleep("1 second")
      const left = at - (yield* Clock.currentTimeMillis)
      if (left <= 0) return [[Option.none<number>()], Option.none<boolean>()] as const
      return [[Option.some(Math.ceil(left / 1000))], Option.some(true)] as const
    })
  )

const nextRequest = appRuntime.atom((get) => {
  const { nextRequestAt } = get(quotaAtom)
  return Option.match(nextRequestAt, { onNone: () => Stream.succeed(Option.none<number>()), onSome: countDownTo })
})

/** The seconds until the next request is allowed, or `None` if it is allowed now. */
export const secondsToRequestAtom: Atom.Atom<Option.Option<number>> = Atom.make((get) =>
  Option.flatten(AsyncResult.value(get(nextRequest)))
)
