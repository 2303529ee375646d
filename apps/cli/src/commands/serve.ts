import { ReferenceServer, type RequestLogEntry } from "@public-records/server"
import { counted } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { Clock, DateTime, Deferred, Effect, Option, Predicate, Queue } from "effect"
import { writeFile } from "node:fs/promises"
import { type CommandFlags } from "../flags.ts"
import { fileFailure, mirrorFailure, unexpected } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { LoadingLine } from "../output/LoadingLine.ts"
import { printedJson, write } from "../output/StandardOutput.ts"
import { mirrorPlace, namesMirror } from "../source/namedSource.ts"
import { serveOptions } from "./serveOptions.ts"

/** Returns what users of plain HTTP have to know, or "". A proxy that is trusted serves HTTPS, and a log in JSON is for programs. */
const plainHttpNote = ({ allowHttp, log, tls, trustProxy }: CommandFlags<"serve">): string => {
  if (tls !== "off" || trustProxy || log === "json") return ""
  return allowHttp
    ? "Plain HTTP: clients need --allow-http, too.\n"
    : "Plain HTTP: the server refuses requests for records. Start it with --allow-http; clients need --allow-http, too.\n"
}

/** A dispatcher that sends nothing, so that `fetch` only checks the URL. */
const dispatcher = {
  dispatch: () => {
    throw new Error("not sent")
  }
}

/** Returns what users of a port have to know that browsers and `fetch` refuse, or "". The list of the `fetch` of Node.js decides. */
const blockedPortNote = Effect.fnUntraced(function* ({ log }: CommandFlags<"serve">, url: string) {
  if (log === "json") return ""
  const options: object = { dispatcher }
  const refusal = yield* Effect.promise(() =>
    fetch(url, { ...options }).then(
      () => undefined,
      (error: unknown) => error
    )
  )
  if (!(Predicate.isError(refusal) && Predicate.isError(refusal.cause) && refusal.cause.message === "bad port"))
    return ""
  return `Browsers and fetch refuse to connect to port ${new URL(url).port}, so some clients cannot use this server. Choose another port.\n`
})

type Stderr = Host["Service"]["stderr"]

const logLine = (entry: RequestLogEntry, log: string, stderr: Stderr): string => {
  const time = DateTime.formatIso(DateTime.makeUnsafe(entry.at))
  if (log === "json") return `${printedJson({ ...entry, at: time }, stderr)}\n`
  const { method, url, status, bytes, milliseconds, errorCode, fault } = entry
  const ending = [errorCode, fault === null ? null : `fault:${fault}`].filter((word) => word !== null)
  const words = [time, method, url, status, bytes, "B", milliseconds.toFixed(1), "ms", ...ending]
  return `${safeText(words.join(" "))}\n`
}

const reload = Effect.fnUntraced(function* (stderr: Stderr, server: ReferenceServer["Service"], loading: LoadingLine) {
  const line = yield* server.reload.pipe(
    Effect.match({
      onSuccess: ({ complaints, notices }) =>
        `Data reloaded: ${counted(complaints, "complaint", "complaints")}, ${counted(notices, "notice", "notices")}.`,
      onFailure: ({ message }) => `${message} Still serving the previous data.`
    })
  )
  loading.stop()
  yield* Effect.ignore(write(stderr, `${safeText(line)}\n`))
})

/** Handles signals from now on. Reloads the data on each SIGHUP. Returns an effect that waits for another signal, which ends the server. */
const handleSignals = Effect.fnUntraced(function* (
  onSignal: Host["Service"]["onSignal"],
  reloading: Effect.Effect<void>
) {
  const ended = yield* Deferred.make<void>()
  // Signals that arrive during a reload cause one more reload.
  const requested = yield* Queue.sliding<"reload">(1)
  yield* Queue.take(requested).pipe(Effect.andThen(reloading), Effect.forever, Effect.forkChild)
  onSignal((signal) => {
    // The first signal ends the server. The second one is not handled here, so it ends the program immediately.
    if (signal !== "SIGHUP") return Deferred.doneUnsafe(ended, Effect.void)
    Queue.offerUnsafe(requested, "reload")
    return true
  })
  return Deferred.await(ended)
})

const writeCertificate = (file: string, pem: string) =>
  Effect.tryPromise({
    try: () => writeFile(file, pem),
    catch: () =>
      unexpected(`The certificate cannot be written to ${file}.`, "Check that its folder exists and is writable.")
  })

/** Opens the mirror to serve. */
const openedMirror = Effect.fnUntraced(function* (flags: CommandFlags<"serve">) {
  const { path } = yield* mirrorPlace(flags)
  const { openServedRecords } = yield* Effect.promise(() => import("@public-records/mirror"))
  return yield* Effect.mapError(openServedRecords(path), mirrorFailure)
})

export const serve = Effect.fnUntraced(function* (flags: CommandFlags<"serve">) {
  const { bundledData, environment, onSignal, stderr, stdout } = yield* Host
  const { log = "off" } = flags
  const options = yield* serveOptions(flags, environment)
  const loading = new LoadingLine(stderr, yield* Clock.clockWith(Effect.succeed))
  const logRequest = (entry: RequestLogEntry): void => {
    loading.clear()
    stderr.write(logLine(entry, log, stderr))
  }
  const openRecords = namesMirror(flags) ? yield* openedMirror(flags) : undefined
  const layer = ReferenceServer.layerSocket({
    ...options,
    openRecords,
    bundledData,
    onLoadProgress: loading.update,
    log: log === "off" ? undefined : logRequest
  })
  yield* ReferenceServer.use((server) =>
    Effect.gen(function* () {
      const certificate = Option.getOrUndefined(server.certificate)
      if (flags.tlsWrite !== undefined) yield* writeCertificate(flags.tlsWrite, certificate?.pem ?? "")
      if (certificate !== undefined) yield* write(stderr, `Certificate SHA-256 ${certificate.fingerprint256}\n`)
      yield* write(stderr, plainHttpNote(flags))
      yield* write(stderr, yield* blockedPortNote(flags, server.url))
      const ended = yield* handleSignals(onSignal, reload(stderr, server, loading))
      // Printed last, because a script may send a signal as soon as it reads this line.
      yield* write(stdout, `Listening on ${server.url}\n`)
      yield* ended
    })
  ).pipe(
    Effect.provide(layer),
    Effect.catchTag("ReferenceServerError", (error) => Effect.fail(fileFailure(error))),
    Effect.ensuring(Effect.sync(loading.stop))
  )
}, Effect.scoped)
