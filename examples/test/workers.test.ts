import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, it } from "@effect/vitest"
import { startReferenceServer } from "@public-records/server"
import { Effect } from "effect"
import { redisProgram } from "./programs.ts"

const worker = fileURLToPath(new URL("../workers/worker.ts", import.meta.url))

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-workers-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

/** Starts a Redis server on a socket, without a port and without files. */
const startRedis = (socket: string): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(redisProgram ?? "redis-server", ["--port", "0", "--unixsocket", socket, "--save", ""])
    child.once("error", reject)
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (text.includes("eady to accept connections")) resolve(child)
    })
  })

it.live("workers with the same API key share one budget in Redis", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const socket = join(folder, "redis.sock")
    yield* Effect.acquireRelease(
      Effect.promise(() => startRedis(socket)),
      (redis) =>
        Effect.promise(async () => {
          redis.kill("SIGKILL")
          await once(redis, "close")
        })
    )
    const server = yield* Effect.acquireRelease(
      Effect.promise(() => startReferenceServer({ tls: true })),
      ({ close }) => Effect.promise(close)
    )
    const certificate = join(folder, "certificate.pem")
    writeFileSync(certificate, server.certificate?.pem ?? "")
    const env = {
      ...process.env,
      NODE_EXTRA_CA_CERTS: certificate,
      PUBLIC_RECORDS_API_KEY: "DEMO_KEY",
      PUBLIC_RECORDS_BASE_URL: server.url,
      REDIS_URL: `unix://${socket}`
    }
    const run = (state: string) =>
      Effect.promise(async () => (await promisify(execFile)(process.execPath, [worker, state], { env })).stdout)
    const detail = yield* Effect.all([run("Wyoming"), run("Vermont")], { concurrency: 2 })
    const uses = detail.map((line) => Number(/used (\d+) times/.exec(line)?.[1]))
    assert.strictEqual(Math.max(...uses), server.faults.history().length)
    assert.deepStrictEqual(
      detail.map((line) => line.split(";")[0]),
      ["Wyoming: 10 complaints", "Vermont: 19 complaints"]
    )
  }).pipe(Effect.scoped)
)
