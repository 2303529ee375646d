import { ReferenceServer, type RequestLogEntry } from "@public-records/server"
import { safeText } from "@public-records/text/safeText"
import { Clock, DateTime, Deferred, Effect, Option, Queue } from "effect"
import { writeFile } from "node:fs/promises"
import { type CommandFailure, unforeseen, usageFailure } from "../CommandFailure.ts"
import { type ServeFlags } from "../flags/serveFlags.ts"
import { Host, type Signal } from "../Host.ts"
import { LoadingLine } from "../output/LoadingLine.ts"
import { printedJson } from "../output/printedJson.ts"
import { type ReaderGone, write } from "../output/StandardOutput.ts"
import { serveOptions } from "./serveOptions.ts"

const logLine = (entry: RequestLogEntry, log: "requests" | "json", stderr: Host["Service"]["stderr"]): string => {
  const time = DateTime.formatIso(DateTime.makeUnsafe(entry.at))
  if (log === "json") return `${printedJson({ ...entry, at: time }, stderr)}\n`
  const { method, url, status, bytes, milliseconds, errorCode, fault } = entry
  const ending = [errorCode, fault === null ? null : `fault:${fault}`].filter((word) => word !== null)
  const words = [time, method, url, status, bytes, "B", milliseconds.toFixed(1), "ms", ...ending]
  return `${safeText(words.join(" "))}\n`
}

/** Reads the data again, and says how that went. */
const reloading = (host: Host["Service"], server: ReferenceServer["Service"], loading: LoadingLine) =>
  server.reload.pipe(
    Effect.match({
      onSuccess: ({ complaints, notices }) =>
        `The data was read again: ${complaints.toLocaleString("en-US")} complaints, ${notices.toLocaleString("en-US")} notices.`,
      onFailure: ({ message }) => `${message} The data from before is still served.`
    }),
    Effect.tap(() => Effect.sync(loading.stop)),
    Effect.andThen((line) => Effect.ignore(write(host.stderr, `${safeText(line)}\n`)))
  )

/** Reads the data again at each SIGHUP; the other signals end the server. */
const runUntilSignal = Effect.fnUntraced(function* (
  host: Host["Service"],
  reload: Effect.Effect<void>
): Effect.fn.Return<void> {
  const ended = yield* Deferred.make<void>()
  // Whatever comes while the data is read asks for one more reading, and not for many.
  const asked = yield* Queue.sliding<"reload">(1)
  yield* Queue.take(asked).pipe(Effect.andThen(reload), Effect.forever, Effect.forkChild)
  host.onSignal((signal: Signal) => {
    // The first of these ends the server; the second finds that done, and ends the program at once.
    if (signal !== "SIGHUP") return Deferred.doneUnsafe(ended, Effect.void)
    Queue.offerUnsafe(asked, "reload")
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
  const host = yield* Host
  const { log = "off" } = flags
  const options = yield* serveOptions(flags, host.environment)
  const loading = new LoadingLine(host.stderr, yield* Clock.clockWith(Effect.succeed))
  const tell = (entry: RequestLogEntry, form: "requests" | "json"): void => {
    loading.clear()
    host.stderr.write(logLine(entry, form, host.stderr))
  }
  const layer = ReferenceServer.layerSocket({
    ...options,
    bundledData: host.bundledData,
    onLoadProgress: loading.tell,
    log: log === "off" ? undefined : (entry) => tell(entry, log)
  })
  yield* ReferenceServer.use((server) =>
    Effect.gen(function* () {
      if (flags.tlsWrite !== undefined) yield* writeCertificate(flags.tlsWrite, server)
      if (Option.isSome(server.certificate)) {
        yield* write(host.stderr, `Certificate SHA-256 ${server.certificate.value.fingerprint256}\n`)
      }
      yield* write(host.stdout, `Listening on ${server.url}\n`)
      yield* runUntilSignal(host, reloading(host, server, loading))
    })
  ).pipe(
    Effect.provide(layer),
    Effect.catchTag("ReferenceServerError", ({ message }) => Effect.fail(usageFailure(message))),
    Effect.ensuring(Effect.sync(loading.stop))
  )
})
