import { assert } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./inProcess.ts"

export const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

export const row = (number: string, time: string, place: string, robocall: string): string =>
  [number, `2021-07-07 ${time}`, "2021-07-06 09:00:00", place, "Other", robocall].join()

/** Complaints of Wednesday, 7 July 2021. The number with the most reports is a placeholder. */
export const rows = [
  row("2165550100", "09:05:00", "Cleveland,Ohio,216", "Y"),
  row("2165550100", "10:00:00", "Akron,Ohio,330", "Y"),
  row("2165550100", "11:00:00", "Dallas,Texas,214", "N"),
  row("2165550100", "12:00:00", "Dallas,Texas,214", ""),
  row("2165550101", "12:30:00", "Cleveland,Ohio,216", "Y"),
  ...["01", "02", "03", "04", "05"].map((minute) => row("0000000000", `13:${minute}:00`, "Akron,Ohio,330", "N"))
]

export const notice = {
  type: "early_termination_notice",
  id: "1",
  title: "20210001: Blockbuster; Other",
  transactionNumber: "20210001",
  acquiringParty: "Blockbuster",
  acquiredParty: "Other",
  acquiredEntities: [],
  date: "2021-01-04",
  created: "2021-07-07T10:00:00+00:00",
  updated: "2021-07-07T10:00:00+00:00"
}

export const dailyFile = "DNC_Complaint_Numbers_2021-07-08.csv"

/** A folder with a daily file, a file of notices and a mirror of both. */
export class OneDay extends Context.Service<OneDay, { readonly folder: string; readonly mirror: string }>()("OneDay") {
  static readonly layer = Layer.effect(
    OneDay,
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "cli-answers-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
      )
      writeFileSync(join(folder, dailyFile), [header, ...rows, ""].join("\r\n"))
      writeFileSync(join(folder, "notices.ndjson"), `${JSON.stringify(notice)}\n`)
      const mirror = join(folder, "mirror.duckdb")
      const { code, stderr } = yield* run(["mirror", "import", folder, "--mirror-file", mirror])
      assert.strictEqual(code, 0, stderr)
      return { folder, mirror }
    })
  )
}

export const basis = "Based on 1 day, 2021-07-07. Reported by consumers, not verified; caller ID is often forged.\n"

/** Asks the mirror a question. With a width, on a terminal. */
export const ask = (line: string, columns?: number) =>
  OneDay.use(({ mirror }) =>
    run([...line.split(" "), "--mirror-file", mirror], {}, columns === undefined ? {} : { columns })
  )
