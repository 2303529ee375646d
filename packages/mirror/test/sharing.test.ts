import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"

const program = fileURLToPath(new URL("sharing/sharedFile.ts", import.meta.url))
/** `DAYS=500` takes a minute for each folder. */
const days = Number(process.env["DAYS"] ?? 60)

/** A line that a process prints: a day that was written, an answer, or a failure. */
interface Line {
  readonly day?: number
  readonly torn?: number
  readonly failed?: string
}

/** Starts a process. `onLine` gets each line that it prints. */
const start = (args: ReadonlyArray<string>, onLine: (line: Line) => void) => {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] })
  createInterface({ input: child.stdout }).on("line", (line) => onLine(JSON.parse(line)))
  const ended = new Promise<void>((resolve) => void child.once("close", () => resolve()))
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL")
    await ended
  }
  return { kill, ended }
}

/** Two readers that ask without a pause, and a writer, while a reader and twice the writer are killed. */
const share = async (folder: string) => {
  const file = join(folder, "mirror.duckdb")
  const seen = { answers: 0, torn: 0, failures: new Array<string>(), days: 0 }
  const onLine = ({ day, failed, torn }: Line): void => {
    if (failed !== undefined) seen.failures.push(failed)
    if (torn !== undefined) seen.answers += 1
    seen.torn += torn ?? 0
    if (day !== undefined) seen.days = Math.max(seen.days, day + 1)
  }
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition() && seen.failures.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const startReader = () => start(["read", file], onLine)
  let writer = start(["write", file, String(days)], onLine)
  await until(() => seen.days > 0)
  const readers = [startReader(), startReader()]
  for (const killedAt of [5, 15]) {
    await until(() => seen.days >= killedAt)
    await Promise.all([writer.kill(), readers.pop()?.kill()])
    readers.push(startReader())
    writer = start(["write", file, String(days)], onLine)
    seen.days = 0
  }
  await writer.ended
  const { answers } = seen
  await until(() => seen.answers > answers + 2)
  await Promise.all(readers.map(({ kill }) => kill()))
  return seen
}

const folders = [tmpdir(), "/dev/shm"].filter((folder) => existsSync(folder))

describe("a mirror that several processes use without a pause", () => {
  it.each(folders)(
    "is never read half written, and every day is written, though they are killed, in %s",
    async (parent) => {
      const folder = await mkdtemp(join(parent, "mirror-"))
      try {
        const { answers, days: written, failures, torn } = await share(folder)
        assert.deepStrictEqual({ failures, torn, written }, { failures: [], torn: 0, written: days })
        assert.isAbove(answers, 10)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    }
  )
})
