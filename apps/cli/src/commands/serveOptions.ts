import { isCivilDate } from "@public-records/core"
import { type Quirks, type SocketOptions, stockBurstLimits } from "@public-records/server"
import { Duration, Effect, Option, Schema } from "effect"
import { type CommandFlags } from "../flags.ts"
import { type CommandFailure, removeOne, usageFailure, usedTogether } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { readInteger } from "../integers.ts"
import { isQuoted } from "../settings/apiKey.ts"
import { serverKeysVariable } from "../settings/environment.ts"
import { namesMirror } from "../source/namedSource.ts"
import { readDuration } from "../settings/userSettings.ts"

const maxPort = 65_535

/** Parses a number of requests and a time window, such as `1000/1h`. */
const readLimit = Effect.fnUntraced(function* (flag: string, text: string, otherwise: string) {
  const [, limit, window = ""] = /^([1-9]\d{0,8})\/(.*)$/.exec(text) ?? []
  const duration = Option.filter(readDuration(window), (duration) => Duration.toMillis(duration) > 0)
  if (Option.isSome(duration)) return { limit: Number(limit), window: duration.value }
  return yield* usageFailure(
    `${flag}: "${text}" is not a limit. Write a number of requests and a time of at most 366 days, such as 1000/1h, or ${otherwise}.`
  )
})

const readBurstLimits = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
  const repeated = texts.find((text, index) => texts.indexOf(text) !== index)
  if (repeated !== undefined) return yield* usageFailure(`--burst-limit ${repeated} is specified twice.`, removeOne)
  const limits = yield* Effect.forEach(texts, (text) =>
    text === "stock"
      ? Effect.succeed(stockBurstLimits)
      : Effect.map(readLimit("--burst-limit", text, "stock"), (limit) => [limit])
  )
  return limits.flat()
})

const Share = Schema.FiniteFromString.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const integerBetween = (minimum: number, maximum: number) =>
  Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum, maximum }))

const On = Schema.Literal("true").transform(true)

/** The values of `--quirk`, such as `doubles=0.02`. */
const QuirkFlags = Schema.Struct({
  totals: Schema.optionalKey(Schema.Literals(["stray", "integer"])),
  doubles: Schema.optionalKey(Share),
  copies: Schema.optionalKey(integerBetween(1, 4)),
  overlaps: Schema.optionalKey(integerBetween(0, 49)),
  shifted: Schema.optionalKey(Share),
  oldPages: Schema.optionalKey(On),
  emptyWeekends: Schema.optionalKey(On),
  holes: Schema.optionalKey(Share)
}).pipe(Schema.encodeKeys({ oldPages: "old-pages", emptyWeekends: "empty-weekends" }))

const decodeQuirks = Schema.decodeUnknownEffect(QuirkFlags, { onExcessProperty: "error" })

const readQuirks = (flags: Readonly<Record<string, string>>): Effect.Effect<Quirks, CommandFailure> =>
  Effect.mapError(decodeQuirks(flags), ({ message }) => usageFailure(`--quirk: ${message.replaceAll(/\s+/g, " ")}.`))

const readTls = Effect.fnUntraced(function* ({ tls, tlsCert, tlsKey }: CommandFlags<"serve">) {
  if (tlsCert === undefined && tlsKey === undefined) return tls
  if (tlsKey === undefined) return yield* usageFailure("--tls-cert requires --tls-key.")
  if (tlsCert === undefined) return yield* usageFailure("--tls-key requires --tls-cert.")
  if (tls === undefined) return { certFile: tlsCert, keyFile: tlsKey }
  return yield* usedTogether(`--tls ${tls}`, "--tls-cert")
})

const readNewestDay = Effect.fnUntraced(function* ({ newestDay, synthetic }: CommandFlags<"serve">) {
  if (newestDay === undefined) return undefined
  if (synthetic === undefined) return yield* usageFailure("--newest-day requires --synthetic.")
  if (isCivilDate(newestDay)) return newestDay
  return yield* usageFailure(`--newest-day: "${newestDay}" is not a date.`, "Write it as 2021-07-07.")
})

const readKeys = Effect.fnUntraced(function* (flags: CommandFlags<"serve">, environment: Environment) {
  const listed = environment[serverKeysVariable] ?? ""
  if (listed !== "" && listed.replaceAll(/[\s,]/g, "") === "") {
    return yield* usageFailure(
      `${serverKeysVariable} contains no key. Set one or more keys, separated by commas, or unset it.`
    )
  }
  if (isQuoted(listed.trim())) {
    return yield* usageFailure(`${serverKeysVariable} is in quotation marks, which are not part of a key. Remove them.`)
  }
  const keys = [...flags.apiKey, ...listed.split(",")].map((key) => key.trim()).filter((key) => key !== "")
  return keys.length === 0 ? undefined : keys
})

export const serveOptions = Effect.fnUntraced(function* (
  flags: CommandFlags<"serve">,
  environment: Environment
): Effect.fn.Return<SocketOptions, CommandFailure> {
  const { allowHttp, data, faults, host, onBadRow, profile, rateLimit, synthetic, tls, tlsWrite, trustProxy } = flags
  if (synthetic !== undefined && data.length > 0) {
    return yield* usedTogether("--synthetic", "--data")
  }
  if (namesMirror(flags) && (synthetic !== undefined || data.length > 0)) {
    const other = synthetic === undefined ? "--data" : "--synthetic"
    return yield* usedTogether("A mirror", other)
  }
  if (allowHttp && tls !== "off") return yield* usageFailure("--allow-http requires --tls off.")
  if (tlsWrite !== undefined && tls === "off") {
    return yield* usedTogether("--tls-write", "--tls off")
  }
  return {
    host,
    port: yield* readInteger("--port", flags.port, { from: 0, to: maxPort }),
    data: data.length === 0 ? undefined : data,
    onBadRow,
    synthetic: yield* readInteger("--synthetic", synthetic, { from: 0 }),
    newestDay: yield* readNewestDay(flags),
    seed: yield* readInteger("--seed", flags.seed, { from: 0 }),
    apiKeys: yield* readKeys(flags, environment),
    rateLimit:
      rateLimit === undefined || rateLimit === "off" ? rateLimit : yield* readLimit("--rate-limit", rateLimit, "off"),
    burstLimits: yield* readBurstLimits(flags.burstLimit),
    profile,
    quirks: yield* readQuirks(flags.quirk),
    tls: yield* readTls(flags),
    allowHttp,
    trustProxy,
    faults
  }
})
