import { type Quirks, type SocketOptions, stockBurstLimits } from "@public-records/server"
import { Duration, Effect, Option } from "effect"
import { type CommandFlags } from "../flags.ts"
import { type CommandFailure, removeOne, usageFailure, usedTogether } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { readInteger } from "../integers.ts"
import { didYouMean } from "../didYouMean.ts"
import { isQuoted } from "../source/apiKey.ts"
import { serverKeysVariable } from "../source/environment.ts"
import { usesMirror } from "../source/mirrorFile.ts"
import { readDuration } from "../source/userSettings.ts"

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

/** Parses the value of a quirk. Returns the quirk, or the correct syntax if the value is invalid. */
type ReadQuirk = (value: string | undefined) => Quirks | string

const share =
  (name: "doubles" | "shifted" | "holes", byDefault: number): ReadQuirk =>
  (value = String(byDefault)) =>
    /^\d{1,9}(?:\.\d{1,9})?$/.test(value) && Number(value) <= 1
      ? { [name]: Number(value) }
      : `a share from 0 to 1, such as ${name}=${byDefault}`

const integer =
  (name: "copies" | "overlaps", byDefault: number, from: number, to: number): ReadQuirk =>
  (value = String(byDefault)) =>
    /^\d{1,2}$/.test(value) && Number(value) >= from && Number(value) <= to
      ? { [name]: Number(value) }
      : `an integer from ${from} to ${to}, such as ${name}=${byDefault}`

const withoutValue =
  (name: string, quirk: Quirks): ReadQuirk =>
  (value) =>
    value === undefined ? quirk : `${name} without a value`

const quirks: ReadonlyMap<string, ReadQuirk> = new Map([
  [
    "totals",
    (value = "stray") =>
      value === "stray" || value === "integer" ? { totals: value } : "totals=stray or totals=integer"
  ],
  ["doubles", share("doubles", 0.02)],
  ["copies", integer("copies", 2, 1, 4)],
  ["overlaps", integer("overlaps", 1, 0, 49)],
  ["shifted", share("shifted", 0.02)],
  ["old-pages", withoutValue("old-pages", { oldPages: true })],
  ["empty-weekends", withoutValue("empty-weekends", { emptyWeekends: true })],
  ["holes", share("holes", 0.25)],
  ["listed-errors", withoutValue("listed-errors", { listedErrors: true })]
])

/** Parses the values of `--quirk`: a name, such as `doubles`, or a name and a value, such as `totals=integer`. */
const readQuirks = Effect.fnUntraced(function* (
  texts: ReadonlyArray<string>
): Effect.fn.Return<Quirks, CommandFailure> {
  const found = new Map<string, Quirks>()
  for (const text of texts) {
    const [name = "", ...values] = text.split("=")
    const read = quirks.get(name)
    if (read === undefined) {
      const names = Array.from(quirks.keys())
      const known = `Known quirks: ${names.join(", ")}.${didYouMean(name, names)}`
      return yield* usageFailure(`--quirk: unknown quirk "${name}". ${known}`)
    }
    const quirk = read(values.length === 0 ? undefined : values.join("="))
    if (typeof quirk === "string") return yield* usageFailure(`--quirk ${text} is invalid. Write ${quirk}.`)
    if (found.has(name)) return yield* usageFailure(`--quirk ${name} can be given only once.`)
    found.set(name, quirk)
  }
  return Object.assign({}, ...found.values())
})

const readTls = Effect.fnUntraced(function* ({ tls, tlsCert, tlsKey }: CommandFlags<"serve">) {
  if (tlsCert === undefined && tlsKey === undefined) return tls
  if (tlsKey === undefined) return yield* usageFailure("--tls-cert requires --tls-key.")
  if (tlsCert === undefined) return yield* usageFailure("--tls-key requires --tls-cert.")
  if (tls === undefined) return { certFile: tlsCert, keyFile: tlsKey }
  return yield* usedTogether(`--tls ${tls}`, "--tls-cert")
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
  if (usesMirror(flags) && (synthetic !== undefined || data.length > 0)) {
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
