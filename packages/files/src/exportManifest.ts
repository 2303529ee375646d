import { readFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { CivilDate } from "@public-records/core"
import { Effect, Option, Schema } from "effect"
import { standardInput } from "./standardInput.ts"

/** The members of an export's manifest that say whether its file is complete. */
const ExportManifest = Schema.Struct({
  collection: Schema.Literals(["complaints", "notices"]),
  query: Schema.String,
  spreadsheetSafe: Schema.Boolean,
  max: Schema.NullOr(Schema.Int),
  records: Schema.Int,
  rejected: Schema.Int,
  claimedTotal: Schema.NullOr(Schema.Int),
  startedAt: Schema.String,
  /** The days that a mirror lacked when it was exported. */
  coverage: Schema.optionalKey(
    Schema.Struct({
      partial: Schema.Array(CivilDate),
      missing: Schema.Array(Schema.Struct({ from: CivilDate, to: CivilDate }))
    })
  )
})
export interface ExportManifest extends Schema.Schema.Type<typeof ExportManifest> {}

const decodeManifest = Schema.decodeOption(Schema.fromJsonString(ExportManifest))

const textOf = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "")

/** Returns the manifest beside a file, or `undefined` if it does not exist. Beside a part of a folder, its name begins with `_`. */
export const manifestOf = (path: string): Effect.Effect<ExportManifest | undefined> =>
  Effect.promise(async () => {
    if (path === standardInput) return undefined
    const name = `${basename(path)}.manifest.json`
    const text = (await textOf(join(dirname(path), name))) || (await textOf(join(dirname(path), `_${name}`)))
    return Option.getOrUndefined(decodeManifest(text))
  })
