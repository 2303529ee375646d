import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { rowsIn } from "./mirrorTables.ts"
import { makeMirror } from "./mirrors.ts"

/** A complaint with the contents of a row. */
export const record = (id: string, consumerCity: string) =>
  JSON.stringify({
    id,
    companyPhoneNumber: "2165550100",
    createdDate: "2021-07-07 10:00:00",
    violationDate: "2021-07-06 09:00:00",
    consumerCity,
    consumerState: "Ohio",
    consumerAreaCode: "216",
    subject: "Other",
    isRobocall: true
  })

export const manifest = {
  collection: "complaints",
  query: "created_date=%222021-07-07%22",
  spreadsheetSafe: false,
  max: null,
  records: 1,
  rejected: 0,
  claimedTotal: 1,
  startedAt: "2021-08-01T00:00:00Z"
}

/** A mirror, and a function that imports a text as an export. `change` is what its manifest says differently. */
export const makeExports = Effect.gen(function* () {
  const made = yield* makeMirror
  const importExport = Effect.fnUntraced(function* (name: string, text: string, change: object = {}) {
    const path = join(made.folder, `${name}.manifest.json`)
    yield* Effect.promise(() => writeFile(path, JSON.stringify({ ...manifest, ...change })))
    return yield* made.importText(name, text)
  })
  const rows = (sql: string) => rowsIn(made.file, sql)
  return { ...made, importExport, rows }
})
