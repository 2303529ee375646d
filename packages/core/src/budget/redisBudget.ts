import { Clock, Duration, Effect } from "effect"
import { type Redis } from "effect/persistence"
import { type Budget, type BudgetState, type Ending, type Place, type Verdict } from "./Budget.ts"
import { type BudgetOwner } from "./Guards.ts"
import { OwnBudget } from "./OwnBudget.ts"
import {
  type Asker,
  type EndedRequest,
  endScript,
  pauseScript,
  type Reply,
  syncScript,
  takeScript,
  timeOfScript
} from "./redisBudgetScripts.ts"

/** However long an attempt may take, the place of a process that died counts no longer than this and an hour. */
const longestAttemptMillis = 86_400_000
/** Another process may free a place, or bring in a pause that is longer. */
const longestWaitMillis = 30_000
/** So many requests are brought in at once, so that Redis is not held up. */
const requestsPerSync = 500

type AskerWithoutEpoch = Omit<Asker, "epoch">
type Operation = (asker: Asker) => Effect.Effect<Reply, Redis.RedisError>

const askerOf = (prefix: string, { digest, requestsPerHour, attemptTimeout }: BudgetOwner): AskerWithoutEpoch => ({
  keys: {
    own: `${prefix}budget:{${digest}}:own`,
    others: `${prefix}budget:{${digest}}:others`,
    said: `${prefix}budget:{${digest}}:said`
  },
  requestsPerHour,
  longestMillis: Math.min(Duration.toMillis(attemptTimeout), longestAttemptMillis)
})

const endedRequest = ({ id }: Place, { count, refusedUntil }: Ending, now: number): EndedRequest => ({
  id,
  refusedFor: refusedUntil === undefined ? -1 : Math.max(0, refusedUntil - now),
  limit: count?.limit ?? -1,
  remaining: count?.remaining ?? -1
})

/** Brings in what this process knows of its own requests, and tells the epoch of the keys. */
const sync = Effect.fnUntraced(function* (redis: Redis.Redis["Service"], asker: AskerWithoutEpoch, own: OwnBudget) {
  const now = yield* Clock.currentTimeMillis
  const { pausedUntil, requests, uncounted } = own.rememberedAt(now)
  const counted = requests.map(({ id, countedFrom }) => [id, countedFrom - now] as const)
  // A new one each time: who took part in a life of the keys that is over must not mistake this one for it.
  let epoch: string = crypto.randomUUID()
  for (let first = 0; first === 0 || first < counted.length; first += requestsPerSync) {
    epoch = yield* redis.eval(syncScript)(
      { ...asker, epoch },
      {
        pausedFor: Math.max(0, pausedUntil - now),
        requests: counted.slice(first, first + requestsPerSync),
        uncounted: first === 0 ? uncounted : []
      }
    )
  }
  own.forgetUncounted(uncounted)
  return epoch
})

/** Redis's answer, in this process's own time. */
const stateOf = Effect.fnUntraced(function* ([
  ,
  requestsThisHour = 0,
  waitMillis = 0
]: Reply): Effect.fn.Return<BudgetState> {
  return { requestsThisHour, freeAt: (yield* Clock.currentTimeMillis) + waitMillis }
})

/** Asks Redis; no reply at all where it does not answer, and then this process's own budget has to do. */
const makeAsk = (redis: Redis.Redis["Service"], asker: AskerWithoutEpoch, own: OwnBudget) => {
  let epoch: string | undefined

  const asked = Effect.fnUntraced(function* (operation: Operation) {
    const reply = epoch === undefined ? [] : yield* operation({ ...asker, epoch })
    if (reply.length > 0) return reply
    epoch = yield* sync(redis, asker, own)
    return yield* operation({ ...asker, epoch })
  })

  return (operation: Operation): Effect.Effect<Reply | undefined> =>
    asked(operation).pipe(
      Effect.map((reply) => (reply.length > 0 ? reply : undefined)),
      Effect.catch(() => Effect.succeed(undefined)),
      Effect.tap((reply) =>
        Effect.sync(() => {
          if (reply === undefined) epoch = undefined
        })
      )
    )
}

/**
 * A budget that is counted in Redis, by its clock, for all processes that use the same key of the service; while Redis
 * does not answer, in this process alone.
 */
export const budgetInRedis = (redis: Redis.Redis["Service"], prefix: string, owner: BudgetOwner): Budget => {
  const asker = askerOf(prefix, owner)
  const own = new OwnBudget(owner.requestsPerHour, asker.longestMillis)
  const ask = makeAsk(redis, asker, own)
  const thisProcess = crypto.randomUUID()
  let places = 0

  return {
    take: Effect.gen(function* (): Effect.fn.Return<Verdict> {
      const id = `${thisProcess}:${places++}`
      const reply = yield* ask((asker) => redis.eval(takeScript)(asker, id))
      const now = yield* Clock.currentTimeMillis
      if (reply === undefined) return own.takeAt(now, id)
      const state = yield* stateOf(reply)
      const [isGranted, , , isPaused] = reply
      if (isGranted === 1) return { _tag: "Granted", place: own.begin(now, id), state }
      return { _tag: "Full", isPaused: isPaused === 1, state }
    }),

    end: Effect.fnUntraced(function* (place, ending) {
      const now = yield* Clock.currentTimeMillis
      const ownState = own.endAt(now, place, ending)
      const reply = yield* ask((asker) => redis.eval(endScript)(asker, endedRequest(place, ending, now)))
      if (reply === undefined) return ownState
      return yield* stateOf(reply)
    }),

    pauseUntil: Effect.fnUntraced(function* (time) {
      const now = yield* Clock.currentTimeMillis
      own.pauseUntil(time)
      const reply = yield* ask((asker) => redis.eval(pauseScript)(asker, Math.max(0, time - now)))
      return reply === undefined ? own.stateAt(now) : yield* stateOf(reply)
    }),

    timeOf: Effect.fnUntraced(function* (requests) {
      const reply = yield* ask((asker) => redis.eval(timeOfScript)(asker, requests))
      if (reply === undefined) return own.timeOf(requests, yield* Clock.currentTimeMillis)
      return (yield* stateOf(reply)).freeAt
    }),

    longestWait: longestWaitMillis
  }
}
