import { Redis } from "effect/persistence"
import { budgetWindowMillis } from "./Ledger.ts"

/** The three keys of a budget, which lie in one slot of a cluster. */
interface BudgetKeys {
  readonly own: string
  readonly others: string
  readonly said: string
}

/** What every operation needs to know of who asks. */
export interface Asker {
  readonly keys: BudgetKeys
  /** The life of the keys in which this process last took part; see `sync`. */
  readonly epoch: string
  readonly requestsPerHour: number
  /** The longest that a request may be under way, in milliseconds. */
  readonly longestMillis: number
}

/**
 * Whether a place was given (1), how many requests the hour holds, in how many milliseconds the next one may go, and
 * whether that is a pause of the service's (1). Empty where the keys are not those that the asker took part in.
 */
export type Reply = ReadonlyArray<number>

/**
 * What the scripts have in common. They do what `Ledger` does, by the clock of Redis.
 *
 * `own` has a request's id by the time from which its hour counts: that of its answer, and before that the latest at which
 * it can end, so that the place of a process that died lapses by itself. What lies ahead of now is under way, therefore.
 * `others` has what others sent, as far as it was learned. `said` has the service's limit, its pause, when something was
 * last learned of others, a counter for their ids, and the epoch.
 */
const prelude = `
local own, others, said = KEYS[1], KEYS[2], KEYS[3]
local epoch, perHour, longest = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local hour = ${budgetWindowMillis}
local mostLearned = 10000
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

-- Lua prints a time as 1.7e+12 unless it is told how.
local function text(number) return string.format("%.3f", number) end
local function told(field) return tonumber(redis.call("HGET", said, field) or 0) end
local function tell(field, number) redis.call("HSET", said, field, text(number)) end

local function forget()
  redis.call("ZREMRANGEBYSCORE", own, "-inf", text(now - hour))
  redis.call("ZREMRANGEBYSCORE", others, "-inf", text(now - hour))
end

local function limit()
  local ofService = told("limit")
  if ofService == 0 then return perHour end
  return math.min(perHour, ofService)
end

local function answered() return redis.call("ZCOUNT", own, "-inf", text(now)) end

local function leaving(nth)
  local times = {}
  for _, key in ipairs({ own, others }) do
    local found = redis.call("ZRANGEBYSCORE", key, "-inf", text(now), "WITHSCORES", "LIMIT", "0", string.format("%.0f", nth))
    for i = 2, #found, 2 do times[#times + 1] = tonumber(found[i]) end
  end
  table.sort(times)
  return times[nth] or now
end

local function placeOf(requests)
  local most = limit()
  local free = most - redis.call("ZCARD", own) - redis.call("ZCARD", others)
  if requests <= free then return 0 end
  local rounds = math.ceil(requests / most) - 1
  local turn = requests - rounds * most
  if turn <= free then return now + rounds * hour end
  return leaving(turn - free) + (rounds + 1) * hour
end

local function reply(granted, requests)
  local paused = told("paused")
  local free = math.max(paused, placeOf(requests))
  local isPaused = 0
  if free == paused then isPaused = 1 end
  return { granted, redis.call("ZCARD", own), math.max(0, math.ceil(free - now)), isPaused }
end

local function pause(untilTime) tell("paused", untilTime) end

local function learnOthers(count, first, step)
  local missing = math.min(count, mostLearned)
  local last = redis.call("HINCRBY", said, "learned", missing)
  for n = 1, missing do
    redis.call("ZADD", others, text(first + (n - 1) * step), string.format("%.0f", last - missing + n))
  end
  tell("learnedAt", now)
end

-- Everything goes by itself: each key when the last of what it holds counts no longer.
local function keep()
  local last = tonumber(redis.call("ZREVRANGE", own, 0, 0, "WITHSCORES")[2] or now)
  local life = math.ceil(math.max(last, now) + hour - now)
  redis.call("PEXPIRE", own, string.format("%.0f", life))
  redis.call("PEXPIRE", others, string.format("%.0f", hour))
  redis.call("PEXPIRE", said, string.format("%.0f", math.max(life, math.ceil(told("paused") - now))))
end
`

/** Refuses whoever does not know that the keys were lost since, before anything is counted in keys that begin anew. */
const inStep = `
if redis.call("HGET", said, "epoch") ~= epoch then return {} end
forget()
`

const parameters = (
  { keys, epoch, requestsPerHour, longestMillis }: Asker,
  ...others: ReadonlyArray<string | number>
): ReadonlyArray<string | number> => [
  keys.own,
  keys.others,
  keys.said,
  epoch,
  Math.min(requestsPerHour, Number.MAX_SAFE_INTEGER),
  longestMillis,
  ...others
]

/** Takes a place under an id, or says when to ask again. */
export const takeScript = Redis.script((asker: Asker, id: string) => parameters(asker, id), {
  numberOfKeys: 3,
  lua: `${prelude}${inStep}
local verdict = reply(0, 1)
if verdict[3] > 0 then return verdict end
redis.call("ZADD", own, text(now + longest), ARGV[4])
keep()
return reply(1, 1)
`
}).withReturnType<Reply>()

/** How a request ended, in milliseconds from now on where it is a time; -1 for what is not known. */
export interface EndedRequest {
  readonly id: string
  readonly refusedFor: number
  readonly limit: number
  readonly remaining: number
}

/** Counts a request from now on, and learns what its answer says. */
export const endScript = Redis.script(
  (asker: Asker, { id, refusedFor, limit, remaining }: EndedRequest) =>
    parameters(asker, id, refusedFor, limit, remaining),
  {
    numberOfKeys: 3,
    lua: `${prelude}${inStep}
local id, refusedFor, named, remaining = ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local isRefused = refusedFor >= 0
local begun = tonumber(redis.call("ZSCORE", own, id) or 0) - longest

local function learn()
  local used = math.min(named, math.max(0, named - remaining))
  local known = redis.call("ZCARD", others)
  local missing = used - redis.call("ZCARD", own) - known
  if missing > 0 then return learnOthers(missing, now, 0) end
  -- An answer to a request from before may be older than what was learned since.
  if begun < told("learnedAt") then return end
  local surplus = known - math.max(0, used - answered())
  if surplus > 0 then redis.call("ZREMRANGEBYRANK", others, 0, surplus - 1) end
end

local function learnRefusal()
  local missing = limit() - redis.call("ZCARD", own) - redis.call("ZCARD", others)
  if missing <= 0 then return end
  local oldest = math.min(now, now + refusedFor - hour)
  learnOthers(missing, oldest, (now - oldest) / missing)
end

redis.call("ZADD", own, text(now), id)
if isRefused and refusedFor > 0 then pause(now + refusedFor) end
if named >= 0 then
  tell("limit", math.max(1, named))
  if isRefused and remaining == 0 then learnRefusal() else learn() end
end
keep()
return reply(0, 1)
`
  }
).withReturnType<Reply>()

/** Lets nothing through for so many milliseconds. */
export const pauseScript = Redis.script((asker: Asker, milliseconds: number) => parameters(asker, milliseconds), {
  numberOfKeys: 3,
  lua: `${prelude}${inStep}
pause(now + tonumber(ARGV[4]))
keep()
return reply(0, 1)
`
}).withReturnType<Reply>()

/** In how many milliseconds the last of so many more requests may go. */
export const timeOfScript = Redis.script((asker: Asker, requests: number) => parameters(asker, requests), {
  numberOfKeys: 3,
  lua: `${prelude}${inStep}
return reply(0, tonumber(ARGV[4]))
`
}).withReturnType<Reply>()

/** What a process knows of its own requests. */
export interface OwnRequests {
  readonly pausedFor: number
  /** The time from which a request's hour counts, in milliseconds from now on; below 0 where it lies behind. */
  readonly requests: ReadonlyArray<readonly [id: string, counted: number]>
  /** Requests that do not count, though they may have been counted. */
  readonly uncounted: ReadonlyArray<string>
}

/**
 * Brings in what a process knows, as often as it likes, and tells the epoch: the asker's, where the keys are new.
 *
 * Keys begin a new life when Redis was emptied or came back without its data. Whoever meets another epoch than its own
 * brings in what it knows first, so that the places of an hour are not given twice.
 */
export const syncScript = Redis.script(
  (asker: Asker, { pausedFor, requests, uncounted }: OwnRequests) =>
    parameters(asker, pausedFor, requests.length, ...requests.flat(), ...uncounted),
  {
    numberOfKeys: 3,
    lua: `${prelude}
redis.call("HSETNX", said, "epoch", epoch)
forget()
local firstUncounted = 6 + 2 * tonumber(ARGV[5])
for n = 6, firstUncounted - 1, 2 do redis.call("ZADD", own, text(now + tonumber(ARGV[n + 1])), ARGV[n]) end
for n = firstUncounted, #ARGV do redis.call("ZREM", own, ARGV[n]) end
if tonumber(ARGV[4]) > 0 then pause(math.max(told("paused"), now + tonumber(ARGV[4]))) end
keep()
return redis.call("HGET", said, "epoch")
`
  }
).withReturnType<string>()
