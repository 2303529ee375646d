import { PublicRecords, type QuotaState } from "@public-records/core"
import { Clock, Effect, Option, Stream } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { appRuntime } from "./source.ts"

const nothingSpent: QuotaState = {
  limit: Option.none(),
  remaining: Option.none(),
  requestsThisHour: 0,
  nextRequestAt: Option.none(),
  waiting: 0
}

const changes = appRuntime.atom(Stream.unwrap(PublicRecords.use((client) => Effect.succeed(client.quota.changes))))

/** The limit of the key, as the client last knew it. */
export const quotaAtom: Atom.Atom<QuotaState> = Atom.make((get) =>
  Option.getOrElse(AsyncResult.value(get(changes)), () => nothingSpent)
)

/** Returns how many hours more requests take than the limit allows now; 0 if they fit, or if the limit is unknown. */
export const hoursBeyondLimit = ({ limit, remaining }: QuotaState, requests: number): number =>
  Option.isNone(limit) || Option.isNone(remaining)
    ? 0
    : Math.max(0, Math.ceil((requests - remaining.value) / limit.value))

/** The seconds until a time, once a second. */
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

/** The seconds until the next request may be sent, or `None` if it may be sent now. */
export const secondsToRequestAtom: Atom.Atom<Option.Option<number>> = Atom.make((get) =>
  Option.flatten(AsyncResult.value(get(nextRequest)))
)
