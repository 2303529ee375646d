/**
 * Makes small mistakes in the sources, one at a time, and shows which of them no test notices.
 *
 * `pnpm --filter @public-records/testing mutation` tries a sample of each part, drawn from a seed; `mutation walk --seed 7 --count 30`
 * thirty of one part, `--count all` every one. Ends with the score of each part and the mistakes that survived. It is slow,
 * and no part of `test`.
 */
import { spawn } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { SeededChoices } from "../src/soak/SeededChoices.ts"
import { type Mutant, mutantsOf } from "./mutation/mutantsOf.ts"

/** Sources that are mutated, and the tests that should notice. */
interface Part {
  readonly package: string
  readonly sources: ReadonlyArray<string>
  readonly tests: ReadonlyArray<string>
}

const parts: Readonly<Record<string, Part>> = {
  queries: {
    package: "packages/core",
    sources: ["src/queries/*.ts"],
    tests: ["ComplaintQuery", "NoticeQuery", "State", "PublicationCalendar", "promiseTypes", "promise", "windows"]
  },
  walk: {
    package: "packages/core",
    sources: ["src/walk/*.ts"],
    tests: ["walk", "movingLists", "windows", "SeenRecords", "bookmarks"]
  },
  budget: {
    package: "packages/core",
    sources: ["src/budget/{Budget,Ledger,Line,OwnBudget,Quota}.ts"],
    tests: ["Ledger", "OwnBudget", "Quota", "calls", "PublicRecords", "RedisGuards", "telemetry"]
  },
  store: {
    package: "packages/server",
    sources: ["src/store/*.ts"],
    tests: ["store", "model", "noticeModel", "complaints", "notices", "dataset", "generated"]
  }
}

/** A mutant in its file. */
interface Placed extends Mutant {
  readonly file: string
  readonly code: string
}

const root = fileURLToPath(new URL("../../../", import.meta.url))
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url))
const config = fileURLToPath(new URL("mutation/vitest.config.ts", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "mutants-"))
/** A mutant that takes longer than this goes on for ever, and is noticed so. **Units** milliseconds. */
const patience = 90_000

const isKilled = ({ package: name, tests }: Part, { code, end, file, start, text }: Placed): Promise<boolean> =>
  new Promise((resolve) => {
    const source = join(folder, "mutant.ts")
    writeFileSync(source, code.slice(0, start) + text + code.slice(end))
    const child = spawn(
      process.execPath,
      [vitest, "run", "--root", join(root, name), "--config", config, ...tests.map((test) => `test/${test}.test.ts`)],
      { stdio: "ignore", cwd: join(root, name), env: { ...process.env, MUTANT_FILE: file, MUTANT_SOURCE: source } }
    )
    const timer = setTimeout(() => child.kill("SIGKILL"), patience)
    child.on("close", (exitCode) => {
      clearTimeout(timer)
      resolve(exitCode !== 0)
    })
  })

const told = ({ code, end, file, start, text }: Placed): string => {
  const line = code.slice(0, start).split("\n").length
  const written = code.split("\n")[line - 1]?.trim() ?? ""
  return `${relative(root, file)}:${line}  ${code.slice(start, end).replaceAll(/\s+/g, " ")} → ${text}   in: ${written}`
}

const sampleOf = (all: ReadonlyArray<Placed>, count: number, seed: number): ReadonlyArray<Placed> => {
  const choices = new SeededChoices(seed)
  return all
    .map((mutant) => ({ mutant, draw: choices.fraction() }))
    .toSorted((a, b) => a.draw - b.draw)
    .slice(0, count)
    .map(({ mutant }) => mutant)
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const { positionals, values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" }, count: { type: "string", default: "40" } }
})

for (const [name, part] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const files = part.sources.flatMap((pattern) => globSync(join(root, part.package, pattern)))
  const all = files.flatMap((file) => {
    const code = readFileSync(file, "utf8")
    return mutantsOf(file, code).map((mutant): Placed => Object.assign({ file, code }, mutant))
  })
  const sample = sampleOf(all, values.count === "all" ? all.length : Number(values.count), Number(values.seed))
  const [first] = all
  if (first === undefined || (await isKilled(part, { ...first, text: first.code.slice(first.start, first.end) }))) {
    throw new Error(`The tests of ${name} fail without a mistake.`)
  }
  let killed = 0
  for (const mutant of sample) {
    if (await isKilled(part, mutant)) killed += 1
    else say(`survived: ${told(mutant)}`)
  }
  const score = ((100 * killed) / sample.length).toFixed(1)
  say(`${name}: ${killed} of ${sample.length} noticed, ${score}% (of ${all.length} mutants, seed ${values.seed})`)
}
rmSync(folder, { recursive: true, force: true })
