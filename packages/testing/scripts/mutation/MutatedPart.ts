import { globSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { type EquivalentMutant } from "./equivalentMutants.ts"
import { type Mutant, mutantsOf } from "./mutantsOf.ts"
import { type Part } from "./parts.ts"
import { telling } from "./telling.ts"
import { TestProcess } from "./TestProcess.ts"
import { type RunTest, type TestRun } from "./TestRun.ts"

/** A mutant in its file. */
export interface Placed extends Mutant {
  readonly file: string
  readonly code: string
}

/** What came of a mutant. */
export type Outcome = "noticed" | "without end" | "survived" | "not reached"

/** A test that takes longer waits until the others saw nothing. **Units** milliseconds. */
const quick = 150
/** A run that takes so much longer than all tests goes on for ever, and is noticed so. **Units** milliseconds. */
const patience = 60_000

const lineAt = (code: string, at: number): number => code.slice(0, at).split("\n").length
const onOneLine = (text: string): string => text.trim().replaceAll(/\s+/g, " ")

/** The line of a mutant as it leaves it, and the line before. */
const written = ({ code, end, start, text }: Placed): { readonly code: string; readonly after: string } => {
  const from = code.lastIndexOf("\n", start - 1) + 1
  const to = code.indexOf("\n", end)
  const before = code.slice(0, from).trimEnd().split("\n").at(-1) ?? ""
  return { code: onOneLine(code.slice(from, start) + text + code.slice(end, to)), after: onOneLine(before) }
}

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
    const places = this.mutants.flatMap((mutant, number) =>
      mutant.reach !== undefined && this.#placeOf(mutant) === number
        ? [{ file: mutant.file, place: [number, mutant.reach] as const }]
        : []
    )
    const sources = [...Map.groupBy(places, ({ file }) => file)].map(([file, inFile]) => ({
      file,
      code: telling(
        readFileSync(file, "utf8"),
        inFile.map(({ place }) => place)
      )
    }))
    const tests = this.#part.tests.map((name) => ({ file: join(this.#package, "test", `${name}.test.ts`) }))
    const result = await process.run({ sources, tests }, 5 * patience)
    if (result === undefined || result.failures.length > 0) {
      throw new Error(`Tests fail without a mistake: ${result?.failures.join("; ") ?? "they did not end"}`)
    }
    this.#tests = result.tests.toSorted((a, b) => a.duration - b.duration)
    this.#reachedBefore = new Set(result.reachedBefore)
  }

  /** The number of the first mutant that is reached where this one is. */
  #placeOf({ file, reach }: Placed): number {
    return this.mutants.findIndex(
      (other) => other.file === file && other.reach?.start === reach?.start && other.reach?.end === reach?.end
    )
  }

  /** Runs the quick tests that reach a mutant, then the others that do; none where no test reaches it. */
  async try(mutant: Placed, process: TestProcess): Promise<Outcome> {
    const place = this.#placeOf(mutant)
    const isAnywhere = mutant.reach === undefined || this.#reachedBefore.has(place)
    const reaching = this.#tests.filter(({ reached }) => isAnywhere || reached.includes(place))
    if (reaching.length === 0) return "not reached"
    const first = reaching.filter(({ duration }) => duration < quick)
    const slow = reaching.filter(({ duration }) => duration >= quick)
    for (const tests of [first, slow]) {
      if (tests.length === 0) continue
      const result = await process.run(this.#runOf(mutant, tests), this.#patience)
      if (result === undefined) return "without end"
      if (result.failures.length > 0) return "noticed"
    }
    return "survived"
  }

  get #patience(): number {
    return patience + 3 * this.#tests.reduce((sum, { duration }) => sum + duration, 0)
  }

  #runOf({ code, end, file, start, text }: Placed, tests: ReadonlyArray<RunTest>): TestRun {
    const inFiles = Map.groupBy(tests, ({ file: test }) => test)
    return {
      sources: [{ file, code: code.slice(0, start) + text + code.slice(end) }],
      tests: [...inFiles].map(([test, ran]) => ({ file: test, ids: ran.map(({ id }) => id) }))
    }
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

  /** A mutant as a person reads it. */
  told(mutant: Placed): string {
    const { code, end, start, text } = mutant
    const from = onOneLine(code.slice(start, end))
    return `${this.#nameOf(mutant)}:${lineAt(code, start)}  ${from} → ${text}   now: ${written(mutant).code}`
  }
}
