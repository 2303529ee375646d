import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Complaint, type Notice } from "@public-records/core"
import { ReferenceServer, type SocketOptions } from "@public-records/server"
import { Context, Deferred, Effect, Layer, type Scope } from "effect"
import { hostileComplaints, hostileNotices } from "../HostileSamples.ts"
import { complaintRecord, noticeRecord, sampleComplaints, sampleNotices } from "../Samples.ts"
import { knownKey, unknownKey } from "../Keys.ts"
import { type ScenarioRequest, type ServiceSetup } from "../Scenario.ts"
import { listPathOf } from "../scenarios/requests.ts"
import { processFolder } from "./processFolder.ts"

const wrongPath = "/nowhere"

const keys = { known: knownKey, unknown: unknownKey, empty: "", none: undefined } as const

/** Returns the number that identifies a record in an outcome. */
export const identifierOf = (record: Complaint | Notice): string =>
  ("companyPhoneNumber" in record ? record.companyPhoneNumber : record.transactionNumber) ?? ""

/** Returns the client's key for the header, if it has one. */
export const keyOf = ({ key }: ServiceSetup): string | undefined => keys[key]

/** Returns the key for the URL of a raw request, if it has one. */
export const queryKeyOf = ({ queryKey = "none" }: ServiceSetup): string | undefined => keys[queryKey]

/** Creates a temporary folder and removes it when the scope closes. */
export const temporaryFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const records = {
  samples: { complaints: sampleComplaints.map(complaintRecord), notices: sampleNotices.map(noticeRecord) },
  hostile: { complaints: hostileComplaints.map(complaintRecord), notices: hostileNotices.map(noticeRecord) }
} as const

/** Data files, by data set. They are written once per process and removed when it exits. */
const writtenFiles = new Map<"samples" | "hostile", ReadonlyArray<string>>()

/** Returns the files with the records of a scenario. */
export const dataFiles = ({ data = "samples" }: ServiceSetup): ReadonlyArray<string> => {
  const written = writtenFiles.get(data)
  if (written !== undefined) return written
  const folder = processFolder()
  const files = Object.entries(records[data]).map(([name, data]) => {
    const file = join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify({ data }))
    return file
  })
  writtenFiles.set(data, files)
  return files
}

const optionsOf = (
  setup: ServiceSetup,
  data: ReadonlyArray<string>,
  log: NonNullable<SocketOptions["log"]>
): SocketOptions => ({
  data,
  log,
  apiKeys: [knownKey],
  profile: setup.profile,
  quirks: setup.quirks,
  burstLimits: setup.burstLimits,
  faults: { faults: setup.faults },
  rateLimit: setup.isQuotaExhausted ? { limit: 1, window: "1 hour" } : "off",
  port: 0,
  tls: setup.isSecure ? "self-signed" : "off"
})

/** A running sample service. */
export interface SampleService {
  /** Base URL for clients. It does not exist if the setup has a wrong path. */
  readonly baseUrl: string
  readonly server: ReferenceServer["Service"]
  /** Waits until the service has received `count` requests for the collection of a request. */
  readonly requests: (request: ScenarioRequest, count: number) => Effect.Effect<void>
}

/** Creates a counter of requests that callers can wait for. */
const requestCounter = () => {
  const paths: Array<string> = []
  const waiting = new Set<() => void>()
  const log = ({ url }: { readonly url: string }): void => {
    paths.push(url)
    for (const look of waiting) look()
  }
  const requests = (request: ScenarioRequest, count: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      const path = listPathOf(request)
      const received = Deferred.makeUnsafe<void>()
      const look = (): void => {
        if (paths.filter((url) => url.startsWith(path)).length >= count) Deferred.doneUnsafe(received, Effect.void)
      }
      waiting.add(look)
      look()
      return Effect.ensuring(
        Deferred.await(received),
        Effect.sync(() => waiting.delete(look))
      )
    })
  return { log, requests }
}

/** Runs the sample service until the scope closes, in process or on a socket. */
export const startSampleService = Effect.fnUntraced(function* (setup: ServiceSetup, over: "process" | "socket") {
  const { log, requests } = requestCounter()
  const options = optionsOf(setup, dataFiles(setup), log)
  const layer = over === "process" ? ReferenceServer.layerInProcess(options) : ReferenceServer.layerSocket(options)
  const server = Context.get(yield* Layer.build(layer), ReferenceServer)
  if (setup.isQuotaExhausted) {
    yield* Effect.promise(() =>
      server.fetch(`${server.url}/v0/dnc-complaints/none`, { headers: { "x-api-key": knownKey } })
    )
  }
  const url = setup.isSecure ? server.url : server.url.replace("https:", "http:")
  return { baseUrl: setup.wrongPath ? url + wrongPath : url, server, requests } satisfies SampleService
})
