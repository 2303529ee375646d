import { globSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { cpus, totalmem } from "node:os"
import { type Figure, type Measure } from "./Measure.ts"

/** A measure with its figure. */
export type Measured = Omit<Measure, "run"> & Figure

/** Results of one run of a part, with its date and machine. */
export interface PartFigures {
  readonly part: string
  /** The day, such as 2026-11-21. */
  readonly day: string
  readonly machine: string
  readonly figures: ReadonlyArray<Measured>
}

const file = new URL("../figures.json", import.meta.url)
const page = new URL("../../docs/benchmarks.md", import.meta.url)
const mark = "<!-- What follows is written by the bench. -->\n"

/** By how much a figure may be worse than the saved one: machines are busy in different ways. */
export const margin = 0.3

/** Reads the saved figures. */
export const savedFigures = async (): Promise<ReadonlyArray<PartFigures>> => JSON.parse(await readFile(file, "utf8"))

/** Returns figures of today and of this machine. */
export const measuredHere = (part: string, figures: ReadonlyArray<Measured>): PartFigures => {
  const [{ model } = { model: "unknown processor" }, ...others] = cpus()
  const memory = (totalmem() / 2 ** 30).toFixed(0)
  const machine = `${others.length + 1} cores (${model}), ${memory} GiB, ${process.platform} ${process.arch}, Node.js ${process.version.slice(1)}`
  return { part, day: new Date().toISOString().slice(0, 10), machine, figures }
}

const shownValue = ({ unit, value }: Measured): string =>
  unit === "×" ? value.toFixed(2) : `${Math.round(value * 10) / 10} ${unit}`

const verdict = ({ goal, value }: Measured): string => {
  if (goal === undefined) return "-"
  return value <= goal ? "yes" : "NO"
}

const columns = ["what", "ours", "peer", "ratio", "goal", "met"]

/** Returns the figures of a part as a table of text. */
export const tableOf = (figures: ReadonlyArray<Measured>): string => {
  const rows = figures.map((measured): ReadonlyArray<string> => {
    const { goal, name, ours = "-", peer = "-", unit } = measured
    const bound = goal === undefined ? "-" : `at most ${goal}${unit === "×" ? "" : ` ${unit}`}`
    const shown = unit === "×" ? [ours, peer, shownValue(measured)] : [shownValue(measured), "-", "-"]
    return [name, ...shown, bound, verdict(measured)]
  })
  const widths = columns.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const lines = [columns, widths.map((width) => "-".repeat(width)), ...rows]
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`
    )
    .join("")
}

/** Returns a sentence for each figure with a goal that is worse than the saved one by more than the margin. */
export const regressions = (
  fresh: ReadonlyArray<PartFigures>,
  saved: ReadonlyArray<PartFigures>
): ReadonlyArray<string> =>
  fresh.flatMap(({ figures, part }) => {
    const before = saved.find((one) => one.part === part)?.figures ?? []
    return figures.flatMap((now) => {
      const then = before.find(({ name }) => name === now.name)
      const isWorse = then !== undefined && now.goal !== undefined && now.value > then.value * (1 + margin)
      return isWorse ? [`${part}: "${now.name}" was ${shownValue(then)} and is ${shownValue(now)}.`] : []
    })
  })

/** Returns the versions of the peers and of the runtime. */
const versions = async (): Promise<string> => {
  const folder = new URL("../node_modules/", import.meta.url)
  const manifests = globSync(["*/package.json", "@*/*/package.json"], { cwd: folder }).toSorted()
  const read = manifests.map(async (path) => JSON.parse(await readFile(new URL(path, folder), "utf8")))
  const named = (await Promise.all(read)).filter(({ name }) => !/^@(?:public-records|types)\//.test(name))
  return named.map(({ name, version }) => `${name} ${version}`).join(", ")
}

const sectionOf = ({ day, figures, machine, part }: PartFigures): string =>
  `\n### \`${part}\`\n\n${day}; ${machine}.\n\n\`\`\`\n${tableOf(figures)}\`\`\`\n`

/** Replaces the saved figures of these parts, in `figures.json` and in `docs/benchmarks.md`. */
export const save = async (parts: Iterable<string>, fresh: ReadonlyArray<PartFigures>): Promise<void> => {
  const saved = await savedFigures()
  const all = Array.from(parts).flatMap(
    (name) => fresh.find(({ part }) => part === name) ?? saved.find(({ part }) => part === name) ?? []
  )
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`)
  const [written = ""] = (await readFile(page, "utf8")).split(mark, 1)
  await writeFile(page, `${written}${mark}\nVersions: ${await versions()}.\n${all.map(sectionOf).join("")}`)
}
