import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type LoadedRecords, Mirror, type MirrorError, mirrorOfRecords } from "@public-records/mirror"
import { Context, Effect, Exit, Layer, Scope, Stream } from "effect"
import type { Local } from "../src/Source.ts"
import type { Size } from "../src/drawing/layout.ts"
import { openTerminal } from "./terminal.tsx"

/** The first line of a daily file. */
export const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

/** Text that copies, moves, reverses and colors, as a subject. */
const hostile = "\u001B]52;c;aGk=\u0007\u001B[9;9HX\u202E\u200B東京\u001B[31m"

/**
 * The rows of a daily file of two days, 60 each: hours 0 to 19, three states and no state, two numbers and no number. The last two
 * rows are equal, and the first one has a hostile subject.
 */
const rows = Array.from({ length: 121 }, (_, index) => {
  const row = Math.min(index, 119)
  const day = row < 60 ? "2021-07-06" : "2021-07-07"
  const created = `${day} ${String(row % 20).padStart(2, "0")}:${String(row % 60).padStart(2, "0")}:00`
  const number = ["2145550100", "2145550100", "3152328257", ""][row % 4] ?? ""
  const [city, state, area] =
    [
      ["Houston", "Texas", "713"],
      ["Houston", "Texas", "713"],
      ["Akron", "Ohio", "330"],
      ["", "Ohio", "614"],
      ["", "", ""]
    ][row % 5] ?? []
  const subject = row === 0 ? `"${hostile}"` : row % 3 === 0 ? "Other" : "Reducing your debt"
  return [number, created, `${day} 00:00:00`, city, state, area, subject, ["Y", "N", ""][row % 7] ?? "Y"].join(",")
})

/** Builds a mirror in memory. Returns its records as a source, with a function that closes it. */
const localOf = async (mirror: Effect.Effect<Mirror["Service"], MirrorError, Scope.Scope>) => {
  const scope = Scope.makeUnsafe()
  const questions = await Effect.runPromise(Scope.provide(mirror, scope))
  const local: Local = {
    _tag: "Local",
    records: questions.records,
    questions,
    coverage: await Effect.runPromise(questions.coverage()),
    noun: "mirror",
    name: "mirror /home/me/mirror.duckdb"
  }
  return { local, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** Opens local records in memory. */
export const localOfRecords = (records: LoadedRecords) => localOf(mirrorOfRecords(records))

/** Opens local records of the rows above in memory. */
export const localOfRows = async () => {
  const folder = mkdtempSync(join(tmpdir(), "tui-rows-"))
  const path = join(folder, "rows.csv")
  writeFileSync(path, `${[header, ...rows].join("\r\n")}\r\n`)
  const opened = Effect.map(Layer.build(Layer.fresh(Mirror.layerInMemory)), (context) => Context.get(context, Mirror))
  const filled = Effect.tap(opened, (mirror) => Stream.runDrain(mirror.importFiles([path])))
  const local = await localOf(filled)
  rmSync(folder, { recursive: true })
  return local
}

/** Opens the terminal UI on local records of these rows. */
export const openLocal = async (local: Local, size: Size = { columns: 100, rows: 30 }) => {
  const terminal = await openTerminal(local, size)
  await terminal.until((frame) => frame.includes("row 1 of 121"))
  return terminal
}
