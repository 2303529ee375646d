import { Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"

const program = "redis-server"
/** The programs that the run of all tests found, or `undefined` if only this package is tested. */
const found = process.env["PUBLIC_RECORDS_TEST_PROGRAMS"]?.split(",")

/** The path of `redis-server`, or `undefined` if it is not installed. Then the tests that need it are not registered. */
export const redisProgram: string | undefined =
  found === undefined || found.includes(program)
    ? (process.env["PATH"] ?? "")
        .split(delimiter)
        .map((folder) => join(folder, program))
        .find((path) => existsSync(path))
    : undefined

/** A Redis server for one test. It uses a socket in a temporary folder, no port and no files. */
export interface RedisServer {
  readonly socket: string
  /** Kills the server immediately, like a machine that fails. */
  readonly kill: Effect.Effect<void>
  /** Restarts the server without data. */
  readonly start: Effect.Effect<void>
}

const started = (program: string, socket: string, options: ReadonlyArray<string>): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const args = ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", ...options]
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] })
    let log = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      log += text
      if (log.includes("eady to accept connections")) resolve(child)
    })
    child.once("error", reject)
    child.once("close", () => reject(new Error(`redis-server ended before it was ready: ${log}`)))
  })

const killed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once("close", () => resolve())
    child.kill("SIGKILL")
  })

/** Runs a Redis server until the scope closes, with additional options of `redis-server`. */
export const runRedis = (
  program: string,
  options: ReadonlyArray<string> = []
): Effect.Effect<RedisServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const folder = mkdtempSync(join(tmpdir(), "public-records-redis-"))
      const socket = join(folder, "redis.sock")
      let child = await started(program, socket, options)
      const start = async () => {
        child = await started(program, socket, options)
      }
      const kill = () => killed(child)
      return { socket, folder, kill: Effect.promise(kill), start: Effect.promise(start) }
    }),
    ({ kill, folder }) =>
      Effect.andThen(
        kill,
        Effect.sync(() => rmSync(folder, { recursive: true }))
      )
  )
