import { type RateLimit, type SocketOptions, stockBurstLimits, type TlsOption } from "@public-records/server"
import { Duration, Effect, Option } from "effect"
import { type CommandFailure, usageFailure } from "../CommandFailure.ts"
import { type ServeFlags } from "../flags/serveFlags.ts"
import { type Environment } from "../Host.ts"
import { quirksOf } from "../quirks.ts"
import { readDuration } from "../source/settings.ts"

const highestPort = 65_535

const wholeNumber = (
  flag: string,
  text: string | undefined,
  range: { readonly from: number; readonly to: number }
): Effect.Effect<number | undefined, CommandFailure> => {
  if (text === undefined) return Effect.succeed(undefined)
  const number = Number(text)
  return /^\d{1,15}$/.test(text) && number >= range.from && number <= range.to
    ? Effect.succeed(number)
    : Effect.fail(
        usageFailure(
          `${flag}: "${text}" is not a whole number from ${range.from}${range.to === Number.MAX_SAFE_INTEGER ? "" : ` to ${range.to}`}.`
        )
      )
}

const readLimit = (text: string): Option.Option<RateLimit> => {
  const [limit = "", window = "", ...rest] = text.split("/")
  if (!/^[1-9]\d{0,8}$/.test(limit) || rest.length > 0) return Option.none()
  return readDuration(window).pipe(
    Option.filter((duration) => Duration.toMillis(duration) > 0),
    Option.map((duration) => ({ limit: Number(limit), window: duration }))
  )
}

const limitOf = (flag: string, text: string, otherwise: string): Effect.Effect<RateLimit, CommandFailure> =>
  Option.match(readLimit(text), {
    onSome: Effect.succeed,
    onNone: () =>
      Effect.fail(
        usageFailure(
          `${flag}: "${text}" is not a limit; write requests and a time of at most 366 days, such as 1000/1h, or ${otherwise}.`
        )
      )
  })

const rateLimitOf = (text: string | undefined): Effect.Effect<RateLimit | "off" | undefined, CommandFailure> =>
  text === undefined || text === "off" ? Effect.succeed(text) : limitOf("--rate-limit", text, "off")

const burstLimitsOf = (texts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<RateLimit>, CommandFailure> => {
  const twice = texts.find((text, place) => texts.indexOf(text) !== place)
  if (twice !== undefined) return Effect.fail(usageFailure(`--burst-limit ${twice} is given twice; once is enough.`))
  return Effect.map(
    Effect.forEach(texts, (text) =>
      text === "stock"
        ? Effect.succeed(stockBurstLimits)
        : Effect.map(limitOf("--burst-limit", text, "stock"), (limit) => [limit])
    ),
    (limits) => limits.flat()
  )
}

const tlsOf = ({ tls, tlsCert, tlsKey }: ServeFlags): Effect.Effect<TlsOption | undefined, CommandFailure> => {
  if (tlsCert === undefined && tlsKey === undefined) return Effect.succeed(tls)
  if (tlsCert === undefined || tlsKey === undefined) {
    const [given, missing] = tlsCert === undefined ? ["--tls-key", "--tls-cert"] : ["--tls-cert", "--tls-key"]
    return Effect.fail(usageFailure(`${given} needs ${missing}: a certificate and its key belong together.`))
  }
  return tls === undefined
    ? Effect.succeed({ certFile: tlsCert, keyFile: tlsKey })
    : Effect.fail(usageFailure(`--tls ${tls} and --tls-cert are two ways to one thing: leave one of them out.`))
}

/** Combinations that would not do what they say. */
const checkTogether = (flags: ServeFlags): Effect.Effect<void, CommandFailure> => {
  if (flags.synthetic !== undefined && flags.data.length > 0) {
    return Effect.fail(usageFailure("--synthetic makes records and --data reads them: leave one of them out."))
  }
  if (flags.allowHttp && flags.tls !== "off") {
    return Effect.fail(usageFailure("--allow-http is for a server without TLS: add --tls off, or leave it out."))
  }
  return flags.tlsWrite !== undefined && flags.tls === "off"
    ? Effect.fail(usageFailure("--tls off has no certificate for --tls-write: leave one of them out."))
    : Effect.void
}

const keysVariable = "PUBLIC_RECORDS_SERVER_API_KEYS"

const keysOf = (
  flags: ServeFlags,
  environment: Environment
): Effect.Effect<ReadonlyArray<string> | undefined, CommandFailure> => {
  const listed = environment[keysVariable] ?? ""
  const given = [...flags.apiKey, ...listed.split(",")].map((key) => key.trim()).filter((key) => key !== "")
  if (listed !== "" && listed.replaceAll(/[\s,]/g, "") === "") {
    return Effect.fail(usageFailure(`${keysVariable} has no key in it: write one or more, with commas, or unset it.`))
  }
  return Effect.succeed(given.length === 0 ? undefined : given)
}

/**
 * What the flags of `serve` ask of the server.
 *
 * **Fails with** a usage failure that names the flag.
 */
export const serveOptions = Effect.fnUntraced(function* (
  flags: ServeFlags,
  environment: Environment
): Effect.fn.Return<SocketOptions, CommandFailure> {
  yield* checkTogether(flags)
  const largest = Number.MAX_SAFE_INTEGER
  return {
    host: flags.host,
    port: yield* wholeNumber("--port", flags.port, { from: 0, to: highestPort }),
    data: flags.data.length === 0 ? undefined : flags.data,
    onBadRow: flags.onBadRow,
    synthetic: yield* wholeNumber("--synthetic", flags.synthetic, { from: 0, to: largest }),
    seed: yield* wholeNumber("--seed", flags.seed, { from: 0, to: largest }),
    apiKeys: yield* keysOf(flags, environment),
    rateLimit: yield* rateLimitOf(flags.rateLimit),
    burstLimits: yield* burstLimitsOf(flags.burstLimit),
    profile: flags.profile,
    quirks: yield* quirksOf(flags.quirk),
    tls: yield* tlsOf(flags),
    allowHttp: flags.allowHttp,
    trustProxy: flags.trustProxy,
    faults: flags.faults
  }
})
