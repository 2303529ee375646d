import { globSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { type EquivalentMutant } from "./EquivalentMutant.ts"
import { mistaken, type Mutant, mutantsOf } from "./mutantsOf.ts"
import { type Part } from "./parts.ts"
import { TestProcess } from "./TestProcess.ts"
import { type RunTest, type TestRun } from "./TestRun.ts"
import { Trials } from "./Trials.ts"
import { withMutants } from "./withMutants.ts"

/** A mutant in its file. */
export interface Placed extends Mutant {
  readonly file: string
  readonly code: string
}

/** What came of a mutant. */
export type Outcome = "noticed" | "without end" | "survived" | "not reached"

/** A test that takes longer waits until the others saw nothing. **Units** milliseconds. */
const quick = 300
/** A run, and a quick try, that takes longer goes on for ever, and is noticed so. **Units** milliseconds. */
const patience = 120_000
const shortPatience = 20_000
/** A quick try that is longer at work goes on for ever. It says the same on a busy machine. **Units** milliseconds. */
const shortWork = 3000

const lineAt = (code: string, at: number): number => code.slice(0, at).split("\n").length
const onOneLine = (text: string): string => text.trim().replaceAll(/\s+/g, " ")

/** The line of a mutant as it leaves it, and the line before. */
const written = ({ code, end, start, text }: Placed): { readonly code: string; readonly after: string } => {
  const from = code.lastIndexOf("\n", start - 1) + 1
  const to = code.indexOf("\n", end)
  const before = code.slice(0, from).trimEnd().split("\n").at(-1) ?? ""
  return { code: onOneLine(code.slice(from, start) + text + code.slice(end, to)), after: onOneLine(before) }
}

const costOf = (tests: ReadonlyArray<RunTest>): number =>
  tests.reduce((sum, { duration, reached }) => sum + duration * reached.length, 0) / tests.length

/** The files of tests; those come first that take little time for few mutants, which they are about. */
const grouped = (tests: ReadonlyArray<RunTest>): TestRun["tests"] =>
  [...Map.groupBy(tests, ({ file }) => file)]
    .toSorted(([, some], [, others]) => costOf(some) - costOf(others))
    .map(([file, ran]) => ({ file, ids: ran.map(({ id }) => id) }))

/** The sources of a part with their mutants, and the tests that reach each. */
export class MutatedPart {
  readonly mutants: ReadonlyArray<Placed>
  readonly #part: Part
  readonly #root: string
  readonly #package: string
  #tests: ReadonlyArray<RunTest> = []
  #reachedBefore: ReadonlySet<number> = new Set()

  constructor(root: string, part: Part) {
    this.#part = part
    this.#root = root
    this.#package = join(root, part.package)
    this.mutants = part.sources
      .flatMap((pattern) => globSync(join(this.#package, pattern)).toSorted())
      .flatMap((file) => {
        const code = readFileSync(file, "utf8")
        return mutantsOf(file, code).map((mutant): Placed => Object.assign({ file, code }, mutant))
      })
  }

  /** A process that runs the tests of this part. */
  process(): TestProcess {
    return new TestProcess(this.#package)
  }

  /** Runs all tests without a mistake, and keeps which mutants each of them reaches. **Fails with** what failed. */
  async learn(process: TestProcess): Promise<void> {
    const tests = this.#part.tests.map((name) => ({ file: join(this.#package, "test", `${name}.test.ts`) }))
    const result = await process.run({ sources: this.#withMutants, tests }, 5 * patience)
    if (result === undefined || result.failures.length > 0) {
      throw new Error(`Tests fail without a mistake: ${result?.failures.join("; ") ?? "they did not end"}`)
    }
    this.#tests = result.tests
    this.#reachedBefore = new Set(result.reachedBefore)
  }

  get #withMutants(): TestRun["sources"] {
    return [...Map.groupBy(this.mutants.entries(), ([, { file }]) => file)].map(([file, mutants]) => ({
      file,
      code: withMutants(file, mutants[0]?.[1].code ?? "", mutants)
    }))
  }

  /** Tries mutants with the quick tests that reach them, all in one run; a run that a mutant holds up is begun anew. */
  async tryQuickly(mutants: ReadonlyArray<Placed>, process: TestProcess): Promise<Trials> {
    const trials = new Trials()
    const numbers = new Set(mutants.map((mutant) => this.mutants.indexOf(mutant)))
    const quickTests = this.#tests.filter(({ duration }) => duration < quick)
    const reached = new Map(quickTests.map(({ id, reached }) => [id, reached.filter((one) => numbers.has(one))]))
    for (let tries = trials.left(reached); Object.keys(tries).length > 0; tries = trials.left(reached)) {
      const tests = grouped(quickTests.filter(({ id }) => tries[id] !== undefined))
      const how = { first: patience, next: shortPatience, work: shortWork }
      const { isWhole, notes } = await process.try({ sources: this.#withMutants, tests }, tries, how)
      if (notes.length === 0) throw new Error("The tests could not be tried.")
      trials.learn(notes, isWhole)
    }
    return trials
  }

  /**
   * What becomes of a mutant. One that quick tries have not settled is tried alone, with the slow tests that reach it, or
   * with all where its place is reached as the modules are loaded, or only once.
   */
  async try(mutant: Placed, trials: Trials, process: TestProcess): Promise<Outcome> {
    const number = this.mutants.indexOf(mutant)
    if (trials.noticed.has(number)) return "noticed"
    if (trials.endless.has(number)) return "without end"
    const isAnywhere = mutant.reach === undefined || this.#reachedBefore.has(number)
    const reaching = this.#tests.filter(({ reached }) => isAnywhere || reached.includes(number))
    if (reaching.length === 0) return "not reached"
    const isTried = ({ duration, id }: RunTest): boolean =>
      duration < quick && !isAnywhere && trials.asked.has(number) && !trials.once.has(id)
    for (const isSlow of [false, true]) {
      const tests = reaching.filter((test) => !isTried(test) && test.duration >= quick === isSlow)
      if (tests.length === 0) continue
      const { code, file } = mutant
      const mistake = mutant.reach === undefined ? mistaken(code, mutant) : withMutants(file, code, [[number, mutant]])
      const result = await process.run({ sources: [{ file, code: mistake }], tests: grouped(tests) }, patience, number)
      if (result === undefined) return "without end"
      if (result.failures.length > 0) return "noticed"
    }
    return "survived"
  }

  /** The mutants that cannot be noticed, each with the reason. **Fails with** an `Error` where one is none any more. */
  equivalents(all: ReadonlyArray<EquivalentMutant>): ReadonlyMap<Placed, string> {
    const own = all.filter(({ file }) => this.#part.sources.some((pattern) => this.#files(pattern).includes(file)))
    return new Map(
      own.map(({ after, code, file, why }) => {
        const alike = this.mutants.filter((mutant) => {
          const here = written(mutant)
          return this.#nameOf(mutant) === file && here.code === code && (after === undefined || here.after === after)
        })
        const [mutant] = alike
        if (mutant === undefined || alike.length > 1) {
          throw new Error(`${alike.length} mutants are the equivalent one of ${file}: ${code}`)
        }
        return [mutant, why]
      })
    )
  }

  #files(pattern: string): ReadonlyArray<string> {
    return globSync(join(this.#package, pattern)).map((file) => relative(this.#root, file))
  }

  #nameOf({ file }: Placed): string {
    return relative(this.#root, file)
  }

  /** The file and the line of a mutant. */
  placeOf(mutant: Placed): string {
    return `${this.#nameOf(mutant)}:${lineAt(mutant.code, mutant.start)}`
  }

  /** A mutant as a person reads it. */
  told(mutant: Placed): string {
    const { code, end, start, text } = mutant
    const from = onOneLine(code.slice(start, end))
    return `${this.placeOf(mutant)}  ${from} → ${text}   now: ${written(mutant).code}`
  }
}
