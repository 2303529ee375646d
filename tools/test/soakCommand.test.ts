import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"

/** Replaces the part of the schedules with one that finds this number of problems at once, and says what it received. */
const replacing = (problems: number): string => `
  import { registerHooks } from "node:module"
  const source = \`export const soakSchedules = async (first, count, folder, onProgress) => {
    console.log("folder " + folder)
    for (let n = 1; n <= count; n++) onProgress(n)
    const problems = Array.from({ length: ${problems} }, (_, n) => "problem " + (n + 1))
    return { problems, untried: ["a full disk"], summary: first + "+" + count }
  }\`
  registerHooks({
    load: (url, context, next) =>
      url.endsWith("/soak/schedules.ts") ? { format: "module", source, shortCircuit: true } : next(url, context)
  })
`

/** Runs the soak. Returns its exit code, its lines without durations, and its errors. */
const soak = (problems: number, ...args: ReadonlyArray<string>) => {
  const stub = `data:text/javascript,${encodeURIComponent(replacing(problems))}`
  const file = fileURLToPath(new URL("../soak.ts", import.meta.url))
  const { status, stderr, stdout } = spawnSync(process.execPath, ["--import", stub, file, ...args], {
    encoding: "utf8"
  })
  const lines = stdout
    .replaceAll(/, \d+ s:/g, ":")
    .split("\n")
    .slice(0, -1)
  return { code: status, lines, error: stderr }
}

describe("pnpm soak", () => {
  it("shows the first ten problems, what was not tried and the command that repeats them, and exits with 1", () => {
    const { code, error, lines } = soak(12, "--only", "schedules", "--seed", "7", "--count", "5")
    const [folder = "", ...others] = lines
    assert.deepStrictEqual([code, error], [1, ""])
    assert.deepStrictEqual(others, [
      ...Array.from({ length: 10 }, (_, n) => `problem ${n + 1}`),
      "not tried: a full disk",
      "schedules, seed 7, count 5: 12 wrong (7+5)",
      "Repeat it: pnpm soak --only schedules --seed 7 --count 5"
    ])
    assert.isFalse(existsSync(folder.slice("folder ".length)))
  })

  it("runs the schedules if only a seed is given, reports ten times at most, and exits with 0 if nothing is wrong", () => {
    const { code, error, lines } = soak(0, "--seed", "4")
    assert.deepStrictEqual([code, error], [0, ""])
    assert.deepStrictEqual(lines.slice(1), [
      ...Array.from({ length: 9 }, (_, n) => `schedules: ${n + 1}000 of 10000`),
      "not tried: a full disk",
      "schedules, seed 4, count 10000: 0 wrong (4+10000)"
    ])
  })

  it("exits with 2 and runs no part if an argument is invalid", () => {
    for (const [args, message] of [
      [["--only", "everything"], /^--only is "everything"; it must be one of schedules, fuzz, .*, races\.\n$/],
      [["--count", "1e3"], /^--count is "1e3"; it must be an integer, such as 500\.\n$/]
    ] as const) {
      const { code, error, lines } = soak(0, ...args)
      assert.deepStrictEqual([code, lines], [2, []])
      assert.match(error, message)
    }
  })
})
