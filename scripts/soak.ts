/**
 * Plays seeded schedules of faults against the client and the reference server, in virtual time, and judges each run.
 *
 * `pnpm soak`, `pnpm soak --seed 7 --count 500`: the schedules of the seeds 7 to 506. Ends with one line; exit 1 where a
 * run was wrong, with its seed and schedule.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { seedsFrom, soak, told } from "../packages/testing/src/soak/soak.ts"

const maxWrongShown = 5
const progressEvery = 1000

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const wholeNumber = (name: string, text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  process.stderr.write(`--${name} is a whole number, such as --${name} 500; "${text}" is none.\n`)
  process.exit(2)
}

const { values } = parseArgs({
  // pnpm hands on the "--" of "pnpm soak -- --seed 7".
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: { seed: { type: "string", default: "1" }, count: { type: "string", default: "10000" } }
})
const first = wholeNumber("seed", values.seed)
const count = wholeNumber("count", values.count)

const folder = mkdtempSync(join(tmpdir(), "public-records-soak-"))
const startedAt = performance.now()
try {
  let shown = 0
  const { ends, wrong } = await soak(seedsFrom(first, count), folder, (played, wrong) => {
    if (wrong !== undefined && shown++ < maxWrongShown) say(told(wrong))
    if (played % progressEvery === 0 && played < count) say(`${played} of ${count} schedules`)
  })
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const sum = [...ends].toSorted(([, a], [, b]) => b - a).map(([name, times]) => `${times} ${name}`)
  say(
    `Seeds ${first} to ${first + count - 1} in ${seconds} s: ${count - wrong.length} right, ${wrong.length} wrong (${sum.join(", ")})`
  )
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
