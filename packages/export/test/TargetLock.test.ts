import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { holdLock } from "../src/TargetLock.ts"
import { folder } from "./exporting.ts"

/** A process whose parent never asks how it ended: the shell becomes another program, which knows of no child. */
const parent = "sleep 60 & echo $!; exec cat"

/** The fields of a process, from its state on. */
const fieldsOf = (pid: number): ReadonlyArray<string> =>
  readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? []

const childThatNobodyAsks = Effect.acquireRelease(
  Effect.sync(() => spawn("/bin/sh", ["-c", parent], { stdio: ["pipe", "pipe", "inherit"] })),
  (shell) => Effect.sync(() => shell.kill("SIGKILL"))
).pipe(
  Effect.flatMap(({ stdout }) =>
    Effect.callback<number>((resume) => {
      stdout.once("data", (line: Buffer) => resume(Effect.succeed(Number(line.toString("utf8")))))
    })
  )
)

/** The lock that a process would have left. */
const leaveLock = (lock: string, pid: number): void =>
  writeFileSync(lock, JSON.stringify({ pid, host: hostname(), started: fieldsOf(pid)[19] }))

const isRefused = (lock: string) => Effect.map(Effect.exit(Effect.scoped(holdLock(lock, "x"))), ({ _tag }) => _tag)

// Only Linux tells of what is killed and not asked for yet.
const onLinux = process.platform === "linux" ? it : undefined

describe("the lock of an export", () => {
  onLinux?.live(
    "counts while its process runs, and no more once that is killed, though nobody asked how it ended",
    () =>
      Effect.gen(function* () {
        const lock = join(yield* folder, "x.lock")
        const pid = yield* childThatNobodyAsks
        leaveLock(lock, pid)
        assert.strictEqual(yield* isRefused(lock), "Failure")
        process.kill(pid, "SIGKILL")
        while (fieldsOf(pid)[0] !== "Z") yield* Effect.yieldNow
        assert.strictEqual(yield* isRefused(lock), "Success")
      }).pipe(Effect.scoped)
  )
})
