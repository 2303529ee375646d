import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Complaint, type Notice } from "@public-records/core"
import { ReferenceServer, type SocketOptions } from "@public-records/server"
import { Context, Deferred, Effect, Layer, type Scope } from "effect"
import { hostileComplaints, hostileNotices } from "../HostileSamples.ts"
import { complaintRecord, noticeRecord, sampleComplaints, sampleNotices } from "../Samples.ts"
import { knownKey, unknownKey } from "../Keys.ts"
import { type Question, type Setting } from "../Scenario.ts"
import { complaintsPath, noticesPath } from "../scenarios/questions.ts"
import { processFolder } from "./processFolder.ts"

const wrongPath = "/nowhere"

const keys = { known: knownKey, unknown: unknownKey, empty: "", none: undefined } as const

/** What tells a record from others in an outcome. */
export const markOf = (record: Complaint | Notice): string =>
  ("companyPhoneNumber" in record ? record.companyPhoneNumber : record.transactionNumber) ?? ""

/** The key that the asking side has, if any. */
export const keyOf = ({ key }: Setting): string | undefined => keys[key]

/** The key in the address of a request by hand, if any. */
export const addressKeyOf = ({ addressKey = "none" }: Setting): string | undefined => keys[addressKey]

/** A folder for the time of a scope. */
export const temporaryFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const records = {
  samples: { complaints: sampleComplaints.map(complaintRecord), notices: sampleNotices.map(noticeRecord) },
  hostile: { complaints: hostileComplaints.map(complaintRecord), notices: hostileNotices.map(noticeRecord) }
} as const

/** The files of each data set, written when they are first asked for, and there until the process ends. */
const writtenFiles = new Map<"samples" | "hostile", ReadonlyArray<string>>()

const dataFiles = ({ data = "samples" }: Setting): ReadonlyArray<string> => {
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
  setting: Setting,
  data: ReadonlyArray<string>,
  log: NonNullable<SocketOptions["log"]>
): SocketOptions => ({
  data,
  log,
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
  /** Waits until so many requests for the records of a question have come. */
  readonly requests: (question: Question, count: number) => Effect.Effect<void>
}

/** Counts requests, and wakes who waits for them. */
const requestCounter = () => {
  const paths: Array<string> = []
  const waiting = new Set<() => void>()
  const log = ({ url }: { readonly url: string }): void => {
    paths.push(url)
    for (const look of waiting) look()
  }
  const requests = ({ _tag }: Question, count: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      const path = _tag.endsWith("Notices") || _tag.endsWith("Notice") ? noticesPath : complaintsPath
      const come = Deferred.makeUnsafe<void>()
      const look = (): void => {
        if (paths.filter((url) => url.startsWith(path)).length >= count) Deferred.doneUnsafe(come, Effect.void)
      }
      waiting.add(look)
      look()
      return Effect.ensuring(
        Deferred.await(come),
        Effect.sync(() => waiting.delete(look))
      )
    })
  return { log, requests }
}

/** Runs the sample service for the time of a scope, in process or on a socket. */
export const startSampleService = Effect.fnUntraced(function* (setting: Setting, over: "process" | "socket") {
  const { log, requests } = requestCounter()
  const options = optionsOf(setting, dataFiles(setting), log)
  const layer = over === "process" ? ReferenceServer.layerInProcess(options) : ReferenceServer.layerSocket(options)
  const server = Context.get(yield* Layer.build(layer), ReferenceServer)
  if (setting.isSpent) {
    yield* Effect.promise(() =>
      server.fetch(`${server.url}/v0/dnc-complaints/none`, { headers: { "x-api-key": knownKey } })
    )
  }
  const url = setting.isSecure ? server.url : server.url.replace("https:", "http:")
  return { baseUrl: setting.wrongPath ? url + wrongPath : url, server, requests } satisfies SampleService
})
