import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Struct } from "effect"
import { assert, describe, it } from "vitest"

/** The parts in their order, with the function that runs each, and its default number of seeds, kills or rounds. */
const parts = {
  schedules: ["soakSchedules", 10_000],
  fuzz: ["soakInProcess", 1_000_000],
  "fuzz-socket": ["soakSocket", 100_000],
  engines: ["soakEngines", 150_000],
  exports: ["soakExports", 20],
  imports: ["soakImports", 50],
  syncs: ["soakSyncs", 50],
  mirror: ["soakMirror", 10_000],
  races: ["soakRaces", 500],
  scenarios: ["soakScenarios", 3]
} as const
type Part = keyof typeof parts

const partNames = Struct.keys(parts)

/** Results of parts by their functions. */
type Results = Readonly<Record<string, { readonly problems?: number; readonly untried?: ReadonlyArray<string> }>>

/** Replaces the parts of the soak with ones that return these results at once, and say the numbers that they received. */
const replacing = (results: Results): string => `
  import { registerHooks } from "node:module"
  const results = ${JSON.stringify(results)}
  globalThis.soak = (name) => async (...given) => {
    const [seeds] = given.filter((one) => Array.isArray(one) && typeof one[0] === "number")
    const [first, count] = seeds ? [seeds[0], seeds.length] : given.filter((one) => typeof one === "number")
    const [folder] = given.filter((one) => typeof one === "string" && one !== "executable")
    if (folder !== undefined) process.stdout.write("folder " + folder + "\\n")
    const onProgress = given.find((one) => typeof one === "function") ?? (() => undefined)
    for (let n = 1; n <= count; n++) onProgress(n)
    const { problems = 0, untried } = results[name] ?? {}
    const messages = Array.from({ length: problems }, (_, n) => name + " fails " + (n + 1))
    return { problems: messages, untried, summary: first + "+" + count }
  }
  const seeds = "export const faultySeeds = 3; export const seedsFrom = (first, count) => Array.from({ length: count }, (_, n) => first + n);"
  const drivers = "export const executableFile = 'executable'; export const drivers = ['a driver'];"
  const names = ${JSON.stringify(Object.values(parts).map(([name]) => name))}
  const source = seeds + drivers + names.map((name) => "export const " + name + " = soak('" + name + "');").join("")
  registerHooks({
    load: (url, context, next) =>
      /\\/(?:soak[A-Z]\\w+|raceExports|drivers|faultyScenarios|schedules)\\.ts$/.test(url)
        ? { format: "module", source, shortCircuit: true }
        : next(url, context)
  })
`

/** Runs the soak with these results of its parts. Returns its exit code and its lines, without durations. */
const soak = (results: Results, ...args: ReadonlyArray<string>) => {
  const stubs = `data:text/javascript,${encodeURIComponent(replacing(results))}`
  const file = fileURLToPath(new URL("../soak.ts", import.meta.url))
  const done = spawnSync(process.execPath, ["--import", stubs, file, ...args], { encoding: "utf8" })
  const lines = done.stdout
    .replaceAll(/, \d+ s:/g, ":")
    .split("\n")
    .slice(0, -1)
  return {
    code: done.status,
    lines: lines.filter((line) => !line.startsWith("folder ")),
    all: lines,
    error: done.stderr
  }
}

const summaryOf = (part: Part, first: number, count: number, wrong = 0): string =>
  `${part}, seed ${first}, count ${count}: ${wrong} wrong (${first}+${count})`

describe("pnpm soak", () => {
  it("runs every part with its own count, and exits with 0 if nothing is wrong", () => {
    const { code, error, lines } = soak({})
    assert.deepStrictEqual([code, error], [0, ""])
    assert.deepStrictEqual(
      lines.filter((line) => line.includes("wrong")),
      partNames.map((part) => summaryOf(part, 1, parts[part][1]))
    )
    // A part reports its progress ten times at most, and not its end.
    assert.deepStrictEqual(
      lines.filter((line) => line.startsWith("fuzz: ")),
      Array.from({ length: 9 }, (_, n) => `fuzz: ${n + 1}00000 of 1000000`)
    )
    assert.notInclude(lines.join("\n"), "scenarios: ")
  })

  for (const part of ["schedules", "syncs", "scenarios"] as const) {
    it(`exits with 1 if only ${part} has found a problem, and runs the other parts too`, () => {
      const { code, lines } = soak({ [parts[part][0]]: { problems: 1 } })
      assert.strictEqual(code, 1)
      assert.deepStrictEqual(
        lines.filter((line) => !/: \d+ of \d+$/.test(line)),
        partNames.flatMap((name) => {
          const count = parts[name][1]
          if (name !== part) return [summaryOf(name, 1, count)]
          const repeat = `Repeat it: pnpm soak --only ${name} --seed 1 --count ${count}`
          return [`${parts[name][0]} fails 1`, summaryOf(name, 1, count, 1), repeat]
        })
      )
    })
  }

  it("shows the first ten problems and what was not tried, and repeats the seeds that were given", () => {
    const { all, code, error } = soak(
      { soakExports: { problems: 12, untried: ["a full disk", "a second user"] } },
      "--only",
      "exports",
      "--seed",
      "7",
      "--count",
      "5"
    )
    const [folder = "", ...lines] = all
    assert.deepStrictEqual([code, error], [1, ""])
    assert.deepStrictEqual(lines, [
      ...Array.from({ length: 10 }, (_, n) => `soakExports fails ${n + 1}`),
      "not tried: a full disk",
      "not tried: a second user",
      summaryOf("exports", 7, 5, 12),
      "Repeat it: pnpm soak --only exports --seed 7 --count 5"
    ])
    assert.match(folder, /^folder ./)
    assert.isFalse(existsSync(folder.slice("folder ".length)))
  })

  it("runs the schedules if only a seed or a count is given, and any part with the same seeds", () => {
    for (const [args, part, first, count] of [
      [["--seed", "4"], "schedules", 4, 10_000],
      [["--count", "2"], "schedules", 1, 2],
      ...partNames.map((part) => [["--only", part, "--seed", "9", "--count", "4"], part, 9, 4] as const)
    ] as const) {
      const { code, lines } = soak({}, ...args)
      assert.deepStrictEqual([code, lines.at(-1)], [0, summaryOf(part, first, count)])
      assert.strictEqual(lines.filter((line) => line.includes("wrong")).length, 1)
    }
  })

  it("exits with 2 and runs no part if an argument is invalid", () => {
    for (const [args, message] of [
      [["--only", "everything"], /^--only is "everything"; it must be one of schedules, fuzz, .*, scenarios\.\n$/],
      [["--seed", "-1"], /\n$/],
      [["--seed", "1.5"], /^--seed is "1\.5"; it must be an integer, such as 500\.\n$/],
      [["--count="], /^--count is ""; it must be an integer, such as 500\.\n$/],
      [["--count", "1e3"], /^--count is "1e3"; it must be an integer, such as 500\.\n$/]
    ] as const) {
      const { code, error, lines } = soak({}, ...args)
      assert.deepStrictEqual([code, lines], [2, []])
      assert.match(error, message)
    }
  })
})
