import { ReferenceServer, type RequestLogEntry } from "@public-records/server"
import { safeText } from "@public-records/tui/safeText"
import { DateTime, Deferred, Effect, Option } from "effect"
import { writeFile } from "node:fs/promises"
import { type CommandFailure, unforeseen, usageFailure } from "../CommandFailure.ts"
import { type ServeFlags } from "../flags/serveFlags.ts"
import { checkGiven } from "../givenFlags.ts"
import { Host, type Signal } from "../Host.ts"
import { safeJson } from "../output/safeJson.ts"
import { type ReaderGone, write } from "../output/StandardOutput.ts"
import { serveOptions } from "../ServeOptions.ts"

const logLine = (entry: RequestLogEntry, log: "requests" | "json"): string => {
  const time = DateTime.formatIso(DateTime.makeUnsafe(entry.at))
  if (log === "json") return `${safeJson({ ...entry, at: time })}\n`
  const { method, url, status, bytes, milliseconds, refused, fault } = entry
  const ending = [refused, fault === null ? null : `fault:${fault}`].filter((word) => word !== null)
  const words = [time, method, url, status, bytes, "B", milliseconds.toFixed(1), "ms", ...ending]
  return `${safeText(words.join(" "))}\n`
}

/** Reads the data again at each SIGHUP; the other signals end the server. */
const runUntilSignal = Effect.fnUntraced(function* (
  host: Host["Service"],
  server: ReferenceServer["Service"]
): Effect.fn.Return<void> {
  const ended = yield* Deferred.make<void>()
  const reload = server.reload.pipe(
    Effect.match({
      onSuccess: () => "The data was read again.",
      onFailure: ({ message }) => `${message} The data from before is still served.`
    }),
    Effect.andThen((line) => Effect.ignore(write(host.stderr, `${safeText(line)}\n`)))
  )
  host.onSignal((signal: Signal) => {
    // The first of these ends the server; the second finds that done, and ends the program at once.
    if (signal !== "SIGHUP") return Deferred.doneUnsafe(ended, Effect.void)
    Effect.runFork(reload)
    return true
  })
  yield* Deferred.await(ended)
})

const writeCertificate = (file: string, { certificate }: ReferenceServer["Service"]) =>
  Effect.tryPromise({
    try: () => writeFile(file, Option.match(certificate, { onNone: () => "", onSome: ({ pem }) => pem })),
    catch: () =>
      unforeseen(`The certificate cannot be written to ${file}. Check that the folder is there and writable.`)
  })

/** `public-records serve` */
export const serve = Effect.fnUntraced(function* (
  flags: ServeFlags
): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  yield* checkGiven({ ...flags })
  const host = yield* Host
  const { log = "off" } = flags
  const options = yield* serveOptions(flags, host.environment)
  const layer = ReferenceServer.layerSocket({
    ...options,
    bundledData: host.bundledData,
    log: log === "off" ? undefined : (entry) => host.stderr.write(logLine(entry, log))
  })
  yield* ReferenceServer.use((server) =>
    Effect.gen(function* () {
      if (flags.tlsWrite !== undefined) yield* writeCertificate(flags.tlsWrite, server)
      yield* write(host.stdout, `Listening on ${server.url}\n`)
      yield* runUntilSignal(host, server)
    })
  ).pipe(
    Effect.provide(layer),
    Effect.catchTag("ReferenceServerError", ({ message }) => Effect.fail(usageFailure(message)))
  )
})
