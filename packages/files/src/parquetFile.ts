import { version } from "@public-records/core"
import { Schema } from "effect"
import { sqlLiteral } from "./duckDBPath.ts"

/** The types in DuckDB of the columns that a Parquet file can have. A `moment` has no time zone. */
export const columnTypes = {
  text: "VARCHAR",
  texts: "VARCHAR[]",
  boolean: "BOOLEAN",
  date: "DATE",
  moment: "TIMESTAMP",
  instant: "TIMESTAMPTZ"
} as const

/** A column of a Parquet file. `name` is a field of the records. */
export interface TypedColumn {
  readonly name: string
  readonly type: keyof typeof columnTypes
}

/** The columns of complaints. */
export const complaintColumns = [
  { name: "id", type: "text" },
  { name: "companyPhoneNumber", type: "text" },
  { name: "createdDate", type: "moment" },
  { name: "violationDate", type: "moment" },
  { name: "consumerCity", type: "text" },
  { name: "consumerState", type: "text" },
  { name: "consumerAreaCode", type: "text" },
  { name: "subject", type: "text" },
  { name: "isRobocall", type: "boolean" }
] as const satisfies ReadonlyArray<TypedColumn>

/** Returns the options of a `COPY` to a Parquet file, which name this program in the file. */
export const parquetOptions = (note: string | undefined): string => {
  const notes = { program: `public-records version ${version}`, ...(note === undefined ? {} : { note }) }
  const metadata = Object.entries(notes).map(([key, value]) => `${key}: ${sqlLiteral(value)}`)
  return `(FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false, KV_METADATA {${metadata.join()}})`
}

/** Error of a Parquet file that DuckDB cannot write. `cause` has the `code` of the system if DuckDB's message describes one. */
export class ParquetFailure extends Schema.TaggedError<ParquetFailure>()("ParquetFailure", {
  file: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `${this.file} cannot be written: ${String(this.cause).split("\n")[0]}`
  }
}

const errorCodes: ReadonlyArray<readonly [pattern: RegExp, code: string]> = [
  [/No space left on device/, "ENOSPC"],
  [/quota exceeded/i, "EDQUOT"],
  [/File too large/, "EFBIG"]
]

/** Converts an error of DuckDB, whose message describes the error of the system. */
export const parquetFailure = (file: string, cause: unknown): ParquetFailure => {
  const [, code] = errorCodes.find(([pattern]) => pattern.test(String(cause))) ?? []
  const described = code === undefined ? cause : Object.assign(new Error(String(cause)), { code })
  return new ParquetFailure({ file, cause: described })
}
