import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ReferenceServer, type SocketOptions } from "@public-records/server"
import { Context, Effect, Layer, type Scope } from "effect"
import { complaintRecord, noticeRecord, sampleComplaints, sampleNotices } from "../Samples.ts"
import { type Setting } from "../Scenario.ts"

/** A key that the sample service knows. */
export const knownKey = "known-key-0000000000000000000000000000000"
const unknownKey = "unknown-key-00000000000000000000000000000"
const wrongPath = "/nowhere"

/** The key that the asking side has, if any. */
export const keyOf = ({ key }: Setting): string | undefined =>
  ({ known: knownKey, unknown: unknownKey, none: undefined })[key]

/** A folder for the time of a scope. */
export const temporaryFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const sampleFiles = Effect.map(temporaryFolder, (folder) => {
  const files = { complaints: sampleComplaints.map(complaintRecord), notices: sampleNotices.map(noticeRecord) }
  return Object.entries(files).map(([name, data]) => {
    const file = join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify({ data }))
    return file
  })
})

const optionsOf = (setting: Setting, data: ReadonlyArray<string>): SocketOptions => ({
  data,
  apiKeys: [knownKey],
  profile: setting.profile,
  quirks: setting.quirks,
  burstLimits: setting.burstLimits,
  faults: { faults: setting.faults },
  rateLimit: setting.isSpent ? { limit: 1, window: "1 hour" } : "off",
  port: 0,
  tls: setting.isSecure ? "self-signed" : "off"
})

/** The sample service under a setting, as those who ask see it. */
export interface SampleService {
  /** Where to ask; under a setting with a wrong path, an address that the service does not have. */
  readonly baseUrl: string
  readonly server: ReferenceServer["Service"]
}

/** Runs the sample service for the time of a scope, in process or on a socket. */
export const startSampleService = Effect.fnUntraced(function* (setting: Setting, over: "process" | "socket") {
  const options = optionsOf(setting, yield* sampleFiles)
  const layer = over === "process" ? ReferenceServer.layerInProcess(options) : ReferenceServer.layerSocket(options)
  const server = Context.get(yield* Layer.build(layer), ReferenceServer)
  if (setting.isSpent) {
    yield* Effect.promise(() => server.fetch(`${server.url}/v0/dnc-complaints`, { headers: { "x-api-key": knownKey } }))
  }
  const url = setting.isSecure ? server.url : server.url.replace("https:", "http:")
  return { baseUrl: setting.wrongPath ? url + wrongPath : url, server } satisfies SampleService
})
