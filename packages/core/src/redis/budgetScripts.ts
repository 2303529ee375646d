import { budgetWindowMillis } from "../budget/Ledger.ts"
import * as Redis from "effect/persistence/Redis"

/**
 * Lua functions of all scripts. They implement core's `Ledger` with the clock of Redis, in milliseconds.
 *
 * - `own`: permits. The score is the start of the permit's hour: the time of the response or, until it arrives, the latest time
 *   at which the attempt can end. Future scores are therefore requests in flight, and permits of a process that died expire.
 * - `others`: requests that are known only from the service's count. The score is the time of their discovery.
 * - `reported`: the service's limit, the end of its pause, the time of the last addition to `others`, the time of the last request
 *   beyond the service's count or of a refusal, and an id counter.
 */
const functions = `
local own, others, reported = KEYS[1], KEYS[2], KEYS[3]
local perHour, maxAttempt = tonumber(ARGV[1]), tonumber(ARGV[2])
local hour = ${budgetWindowMillis}
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

-- Lua prints large numbers as 1.7e+12 by default.
local function text(number) return string.format("%.0f", number) end
local function get(field) return tonumber(redis.call("HGET", reported, field) or 0) end
local function set(field, number) redis.call("HSET", reported, field, text(number)) end
local function pauseUntil(time) set("paused", time) end
local function used() return redis.call("ZCARD", own) + redis.call("ZCARD", others) end
local function limit() return get("limit") > 0 and math.min(perHour, get("limit")) or perHour end

-- Returns the time of the n-th oldest settled request.
local function sentAt(n)
  local times = {}
  for _, key in ipairs({ own, others }) do
    local found = redis.call("ZRANGEBYSCORE", key, "-inf", text(now), "WITHSCORES", "LIMIT", "0", text(n))
    for i = 2, #found, 2 do times[#times + 1] = tonumber(found[i]) end
  end
  table.sort(times)
  return times[n] or now
end

local function permitAt(requests)
  local max = limit()
  local free = max - used()
  if requests <= free then return 0 end
  local rounds = math.ceil(requests / max) - 1
  local rest = requests - rounds * max
  if rest <= free then return now + rounds * hour end
  return sentAt(rest - free) + (rounds + 1) * hour
end

local function availableAt(requests)
  local at = permitAt(requests)
  local isFullOfOthers = redis.call("ZCARD", others) > 0 and redis.call("ZCARD", own) < limit()
  return requests == 1 and isFullOfOthers and math.min(at, get("asked") + hour) or at
end

local function reply(granted, requests)
  local paused = get("paused")
  local at = math.max(paused, availableAt(requests))
  return { granted, redis.call("ZCARD", own), math.max(0, at - now), at == paused and 1 or 0 }
end

local function addOthers(count, first, step)
  local added = math.min(count, 10000)
  local last = redis.call("HINCRBY", reported, "added", added)
  for n = 1, added do redis.call("ZADD", others, text(first + (n - 1) * step), text(last - added + n)) end
  set("addedAt", now)
end

local function expireLater()
  local life = math.max(hour + maxAttempt, get("paused") - now)
  for _, key in ipairs(KEYS) do redis.call("PEXPIRE", key, text(life)) end
end

for _, key in ipairs({ own, others }) do redis.call("ZREMRANGEBYSCORE", key, "-inf", text(now - hour)) end
`

/** Creates a script. Its first arguments are the keys, the requests per hour and the longest attempt in milliseconds. */
const budgetScript = (lua: string) =>
  Redis.script((...args: ReadonlyArray<string | number>) => args, {
    numberOfKeys: 3,
    lua: functions + lua
  }).withReturnType<readonly [isGranted: 0 | 1, requestsThisHour: number, waitMillis: number, isPaused: 0 | 1]>()

/**
 * Grants a permit with an id if one is available. It replaces a permit with the same id whose reply was lost. Additional
 * arguments: the id, and the remaining time of the caller's pause, in case Redis lost the pause.
 */
export const acquireScript = budgetScript(`
local id, pausedFor = ARGV[3], tonumber(ARGV[4])
redis.call("ZREM", own, id)
if pausedFor > 0 and get("paused") == 0 then pauseUntil(now + pausedFor) end
local result = reply(0, 1)
if result[3] == 0 then
  if permitAt(1) > now then set("asked", now) end
  redis.call("ZADD", own, text(now + maxAttempt), id)
  result = reply(1, 1)
end
expireLater()
return result
`)

/**
 * Starts the hour of a permit's request, pauses after a 429, and applies the service's count. Does not add a permit that Redis
 * did not grant or has lost, because the service's count includes its request. Additional arguments: the id, the duration of
 * the pause, the limit, and the remaining requests. Unknown values are -1.
 */
export const settleScript = budgetScript(`
local id, refusedFor, serviceLimit, remaining = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local sent = tonumber(redis.call("ZSCORE", own, id) or 0) - maxAttempt
local function applyServiceCount()
  local count = math.min(serviceLimit, math.max(0, serviceLimit - remaining))
  local missing = count - used()
  if missing > 0 then return addOthers(missing, now, 0) end
  -- The response may be older than the last addition.
  if sent < get("addedAt") then return end
  local surplus = redis.call("ZCARD", others) - math.max(0, count - redis.call("ZCOUNT", own, "-inf", text(now)))
  if surplus > 0 then redis.call("ZREMRANGEBYRANK", others, 0, surplus - 1) end
end
-- The oldest request leaves the hour when the pause ends, the others later.
local function applyRefusal()
  set("asked", now)
  if permitAt(1) > now + refusedFor then redis.call("DEL", others) end
  local missing = limit() - used()
  local oldest = math.min(now, now + refusedFor - hour)
  if missing > 0 then addOthers(missing, oldest, (now - oldest) / missing) end
end

redis.call("ZADD", own, "XX", text(now), id)
if refusedFor > 0 then pauseUntil(now + refusedFor) end
if serviceLimit >= 0 then
  set("limit", math.max(1, serviceLimit))
  if refusedFor >= 0 and remaining == 0 then applyRefusal() else applyServiceCount() end
end
expireLater()
return reply(0, 1)
`)

/** Replies with the wait for the last of several requests. Their number is the only additional argument. */
export const availableAtScript = budgetScript("return reply(0, tonumber(ARGV[3]))")
