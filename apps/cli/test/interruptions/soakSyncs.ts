import { latestPublishedDay } from "@public-records/core"
import { createMirror } from "@public-records/mirror/promise"
import { startReferenceServer } from "@public-records/server"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Choices } from "../../../../packages/mirror/test/comparison/Choices.ts"
import { daily, row } from "../../../../packages/mirror/test/mirrors.ts"
import { bareEnvironment, executablePath } from "../executable.ts"

const dayMillis = 86_400_000
const servedDays = 5
const rowsOfDay = 3000

/** The result of syncs that were killed. */
interface SoakedSyncs {
  readonly problems: ReadonlyArray<string>
  readonly summary: string
}

/** Writes complaints of the last published days into a file. Returns its path and the first day. */
const writeDays = (folder: string) => {
  const newest = Date.parse(Effect.runSync(latestPublishedDay))
  const days = Array.from({ length: servedDays }, (_, index) => new Date(newest - index * dayMillis).toISOString())
  const rows = days.flatMap((day) =>
    Array.from({ length: rowsOfDay }, (_, number) =>
      row({ created: `${day.slice(0, 10)} 10:00:00`, number: String(2_165_550_000 + number) })
    )
  )
  const path = join(folder, "days.csv")
  writeFileSync(path, daily(...rows))
  return { path, from: days.at(-1)?.slice(0, 10) ?? "" }
}

/** A server that counts its requests, and calls a function after a number of them. */
const countingServer = async (path: string) => {
  const counter = { requests: 0, onRequest: (_requests: number): void => undefined }
  const server = await startReferenceServer({
    data: [path],
    rateLimit: "off",
    log: () => counter.onRequest((counter.requests += 1))
  })
  return { server, counter }
}

type Counted = Awaited<ReturnType<typeof countingServer>>

/** Runs a sync of the executable, and kills it when the server has had a number of requests. Returns its exit code. */
const runSync = async ({ counter, server }: Counted, mirror: string, from: string, killAt?: number) => {
  const target = ["--mirror-file", mirror, "--base-url", server.url, "--allow-http", "--from", from, "--quiet"]
  const child = spawn(process.execPath, [executablePath, "mirror", "sync", "--source", "service", ...target], {
    env: { ...bareEnvironment, PUBLIC_RECORDS_API_KEY: "DEMO_KEY" },
    stdio: "ignore"
  })
  counter.onRequest = (requests) => void (requests === killAt && child.kill("SIGKILL"))
  const [code]: Array<number | null> = await once(child, "close")
  return code ?? null
}

const problemsOf = async (file: string): Promise<ReadonlyArray<string>> => {
  // The first page creates the mirror.
  if (!existsSync(file)) return []
  await using mirror = await createMirror({ file })
  const { damaged, problems } = await mirror.verify("contents")
  return [...damaged.map(({ day, why }) => `${day}: ${why}`), ...problems]
}

/** Kills syncs at random requests. Each kill may cost one request, and at the end the mirror has every record. */
export const soakSyncs = async (seed: number, kills: number, folder: string): Promise<SoakedSyncs> => {
  const choices = new Choices(seed)
  const { from, path } = writeDays(folder)
  const counted = await countingServer(path)
  const { counter, server } = counted
  const problems: Array<string> = []
  try {
    const whole = await runSync(counted, join(folder, "complete.duckdb"), from)
    const needed = counter.requests
    const pagesPerKill = Math.max(1, Math.floor((2 * needed) / (kills + 1)) - 1)
    const file = join(folder, "killed.duckdb")
    counter.requests = 0
    let killed = 0
    for (let kill = 1; kill <= kills; kill++) {
      const code = await runSync(counted, file, from, counter.requests + 1 + choices.below(pagesPerKill))
      if (code === null) killed += 1
      for (const problem of await problemsOf(file)) problems.push(`after kill ${kill}: ${problem}`)
    }
    const last = await runSync(counted, file, from)
    if (whole !== 0 || last !== 0) problems.push(`the syncs ended with ${whole} and ${last}`)
    const wasted = counter.requests - needed
    if (wasted > killed) problems.push(`${killed} kills cost ${wasted} requests`)
    await using mirror = await createMirror({ file })
    const { records, complete: days } = await mirror.status()
    if (records !== servedDays * rowsOfDay) problems.push(`the mirror has ${records} records on ${days} days`)
    return {
      problems,
      summary: `killed ${killed} of ${kills} before the end, which cost ${wasted} of ${needed} requests`
    }
  } finally {
    await server.close()
  }
}
