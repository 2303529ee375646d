import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Mirror } from "@public-records/mirror"
import { Effect, Stream } from "effect"
import { Choices } from "../comparison/Choices.ts"
import { header, writeRealDay } from "../mirrors.ts"
import { type Answers, answersOf } from "./answers.ts"
import { type Engine, findEngines } from "./engines.ts"
import { exportCommands, questions } from "./recipes.ts"

const december = "dnc_complaint_numbers_2019-12-16_0.csv"

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Returns a number as people report it: with a prefix, another one, or none. */
const someNumber = (choices: Choices, number: string): string => {
  if (choices.happens(0.6)) return number
  if (choices.happens(0.1))
    return choices.oneOf(["", "0000000000", "2222222222", "1234567890", "unknown", "+445550100"])
  if (choices.happens(0.1)) return `${choices.oneOf(["1", "+1"])}${number}`
  return String(2_000_000_000 + choices.below(2_000_000_000))
}

/** Writes daily files of several weeks: the complaints of the real day with other numbers and times, some of them twice. */
const writeGenerated = async (folder: string, choices: Choices, count: number): Promise<ReadonlyArray<string>> => {
  const [, ...rows] = readFileSync(await Effect.runPromise(writeRealDay(folder)), "utf8")
    .split("\r\n")
    .filter(Boolean)
  const perDay = Math.ceil(count / 40)
  return Array.from({ length: 40 }, (_, index) => {
    const day = dayAfter("2021-06-14", index)
    const lines = Array.from({ length: perDay }, () => {
      const [number = "", created = "", called = "", ...rest] = (rows[choices.below(rows.length)] ?? "").split(",")
      const time = choices.happens(0.05) ? "00:00:00" : called.slice(11)
      return [someNumber(choices, number), `${day} ${created.slice(11)}`, `${day} ${time}`, ...rest].join(",")
    })
    const twice = lines.filter(() => choices.happens(0.03))
    const file = join(folder, `DNC_Complaint_Numbers_generated_${day}.csv`)
    writeFileSync(file, `${[header, ...lines, ...twice].join("\r\n")}\r\n`)
    return file
  })
}

const importFiles = (file: string, files: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const mirror = yield* Mirror
    yield* Stream.runDrain(mirror.importFiles(files))
    return yield* answersOf(mirror)
  }).pipe(Effect.provide(Mirror.layer({ file, access: "write" })), Effect.runPromise)

/** Asks an engine all questions. Returns those that it answers differently. */
const differences = ({ answer, name }: Engine, folder: string, answers: Answers): ReadonlyArray<string> => {
  try {
    const found = answer(folder, questions)
    return questions.flatMap(({ title }, index) => {
      const [expected, actual] = [answers.get(title), found[index]].map((rows) => JSON.stringify(rows))
      return expected === actual ? [] : [`${name}, "${title}": ${actual}, but the mirror answers ${expected}`]
    })
  } catch (cause) {
    return [`${name}: ${String(cause)}`]
  }
}

/** Exports a mirror with the commands of the page, and asks each engine all questions. */
const askEngines = async (executable: string, folder: string, files: ReadonlyArray<string>) => {
  const mirror = join(folder, "mirror.db")
  const answers = await importFiles(mirror, files)
  for (const command of exportCommands) {
    const [, ...args] = command.split(" ")
    execFileSync(process.execPath, [executable, ...args, "--mirror-file", mirror, "--quiet"], { cwd: folder })
  }
  return findEngines().present.flatMap((engine) => differences(engine, folder, answers))
}

/** Compares the answers of the engines with those of a mirror, for two real daily files and for generated ones. */
export const soakEngines = async (executable: string, seed: number, count: number, folder: string) => {
  const [real, generated] = ["real", "generated"].map((name) => join(folder, name))
  const problems: Array<string> = []
  for (const [path, write] of [
    [real, async (into: string) => Effect.runPromise(Effect.all([writeRealDay(into), writeRealDay(into, december)]))],
    [generated, (into: string) => writeGenerated(into, new Choices(seed), count)]
  ] as const) {
    mkdirSync(path ?? "")
    problems.push(...(await askEngines(executable, path ?? "", await write(path ?? ""))))
  }
  const { absent, present } = findEngines()
  const names = present.map(({ name }) => name).join(", ")
  return {
    problems,
    summary: `${questions.length} questions in ${names || "no engine"}`,
    untried: absent.map((name) => `${name}, which is not installed`)
  }
}
