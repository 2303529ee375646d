import { type RateLimit, type SocketOptions, type TlsOption } from "@public-records/server"
import { Effect, Option } from "effect"
import { type CommandFailure, usageFailure } from "./CommandFailure.ts"
import { type ServeFlags } from "./flags/serveFlags.ts"
import { type Environment } from "./Host.ts"
import { readDuration } from "./Settings.ts"

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

const rateLimitOf = (text: string | undefined): Effect.Effect<RateLimit | "off" | undefined, CommandFailure> => {
  if (text === undefined || text === "off") return Effect.succeed(text)
  const [limit = "", window = "", ...rest] = text.split("/")
  const duration = readDuration(window)
  return /^[1-9]\d{0,8}$/.test(limit) && Option.isSome(duration) && rest.length === 0
    ? Effect.succeed({ limit: Number(limit), window: duration.value })
    : Effect.fail(
        usageFailure(`--rate-limit: "${text}" is not a limit; write requests and a time, such as 1000/1h, or off.`)
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

const keysOf = (flags: ServeFlags, environment: Environment): ReadonlyArray<string> | undefined => {
  const keys = [...flags.apiKey, ...(environment["PUBLIC_RECORDS_SERVER_API_KEYS"] ?? "").split(",")]
  const given = keys.map((key) => key.trim()).filter((key) => key !== "")
  return given.length === 0 ? undefined : given
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
    apiKeys: keysOf(flags, environment),
    rateLimit: yield* rateLimitOf(flags.rateLimit),
    profile: flags.profile,
    tls: yield* tlsOf(flags),
    allowHttp: flags.allowHttp,
    trustProxy: flags.trustProxy,
    faults: flags.faults
  }
})
