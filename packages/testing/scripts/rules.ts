/**
 * Breaks each rule of the service and of the client in turn, and shows that the scenarios tagged with it go red.
 *
 * `pnpm --filter @public-records/testing rules` breaks all of them, `rules 20 23` those of two statements of `docs/api.md`.
 * Exit 1 where a rule can be broken unnoticed, or where a scenario stays green whatever is broken of its statement.
 */
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { scenarios } from "../src/scenarios.ts"
import { type Breakage } from "./rules/Breakage.ts"
import { breakages } from "./rules/breakages.ts"
import { refuse } from "./refuse.ts"

const program = fileURLToPath(new URL("rules/runBroken.ts", import.meta.url))
const atTheSameTime = 2
/** A rule whose scenarios take longer is one that is not noticed in time. **Units** milliseconds. */
const patience = 180_000

/** What went red, and what Node.js said where the broken source cannot even be loaded. */
interface Result {
  readonly breakage: Breakage
  readonly red: ReadonlyArray<number>
  readonly said: string
}

const run = (place: number, breakage: Breakage): Promise<Result> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [program, String(place)], { stdio: ["ignore", "pipe", "pipe"] })
    const parts = { stdout: "", stderr: "" }
    child.stdout.setEncoding("utf8").on("data", (text: string) => (parts.stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (parts.stderr += text))
    const timer = setTimeout(() => child.kill("SIGKILL"), patience)
    child.on("close", (code) => {
      clearTimeout(timer)
      const red = parts.stdout.split("\n").flatMap((line) => (/^\d+$/.test(line) ? [Number(line)] : []))
      resolve({
        breakage,
        red,
        said: code === 0 ? "" : `It ended with ${code ?? "no exit code, too late"}. ${parts.stderr}`
      })
    })
  })

const words = process.argv.slice(2).filter((argument) => argument !== "--")
const asked = words.map(Number)
const known = new Set(breakages.map(({ statement }) => statement))
for (const [place, statement] of asked.entries()) {
  if (!known.has(statement))
    refuse(`"${words[place]}" is no number of a statement of docs/api.md whose rule can be broken.`)
}
const queue = [...breakages.entries()].filter(([, { statement }]) => asked.length === 0 || asked.includes(statement))
const results: Array<Result> = []
const tell = ({ breakage: { file, rule, statement }, red }: Result): void => {
  const tagged = scenarios.filter(({ statements }) => statements.includes(statement)).length
  const sum = `${red.length} of ${tagged}`.padStart(8)
  process.stdout.write(`${String(statement).padStart(3)}  ${sum} red  ${rule} (${file.replace("packages/", "")})\n`)
}

const work = async (): Promise<void> => {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const result = await run(...next)
    tell(result)
    results.push(result)
  }
}
await Promise.all(Array.from({ length: atTheSameTime }, work))

const problems: Array<string> = []
for (const { breakage, red, said } of results) {
  const { rule, statement } = breakage
  if (said !== "") problems.push(`"${rule}" cannot be tried:\n${said}`)
  else if (red.length === 0) problems.push(`Nobody notices when this is broken: ${rule} (statement ${statement}).`)
}

const statements = new Set(results.map(({ breakage }) => breakage.statement))
for (const [place, { name, statements: tags }] of scenarios.entries()) {
  for (const tag of tags.filter((tag) => asked.length === 0 || statements.has(tag))) {
    const isRed = results.some(({ breakage, red }) => breakage.statement === tag && red.includes(place))
    if (!isRed) problems.push(`Statement ${tag}: green whatever is broken of it: ${name}`)
  }
}

for (const problem of problems) process.stdout.write(`${problem}\n`)
process.stdout.write(
  `${results.length} rules broken in turn: ${problems.length === 0 ? "each is noticed" : `${problems.length} problems`}\n`
)
process.exitCode = problems.length === 0 ? 0 : 1
