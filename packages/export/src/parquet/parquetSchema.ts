import { type ParquetWriter } from "hyparquet-writer"
import { type ColumnType, type TypedColumn } from "../RecordLayout.ts"

type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"]

const elementsOf = ({ isRequired = false, name, type }: TypedColumn): Schema => {
  const repetition_type = isRequired ? "REQUIRED" : "OPTIONAL"
  const text = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const
  switch (type) {
    case "text":
      return [{ name, ...text, repetition_type }]
    case "boolean":
      return [{ name, type: "BOOLEAN", repetition_type }]
    case "date":
      return [{ name, type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" }, repetition_type }]
    case "moment":
    case "instant": {
      const isAdjustedToUTC = type === "instant"
      return [
        { name, type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC, unit: "MILLIS" }, repetition_type }
      ]
    }
    case "texts":
      return [
        { name, converted_type: "LIST", logical_type: { type: "LIST" }, repetition_type, num_children: 1 },
        { name: "list", repetition_type: "REPEATED", num_children: 1 },
        { name: "element", ...text, repetition_type: "REQUIRED" }
      ]
  }
}

/** Returns the schema of a Parquet file. Civil times are timestamps without a zone. */
export const parquetSchema = (columns: ReadonlyArray<TypedColumn>): Schema => [
  { name: "schema", num_children: columns.length },
  ...columns.flatMap(elementsOf)
]

const millisecondsPerDay = 86_400_000
const midnight = "00:00:00"
const hasZone = /(Z|[+-]\d{2}:?\d{2})$/

/** Parses a civil time as if it were in UTC. **Units** milliseconds since 1970. */
const civilMillis = (text: string): number => {
  const time = text.length >= 19 ? text.slice(11, 19) : midnight
  const fraction = /^\.\d{1,3}/.exec(text.slice(19))?.[0] ?? ""
  return Date.parse(`${text.slice(0, 10)}T${time}${fraction}Z`)
}

/** Parses a time with an offset. Without an offset, UTC is assumed. **Units** milliseconds since 1970. */
const instantMillis = (text: string): number => {
  const instant = hasZone.test(text.slice(10)) ? Date.parse(text.replace(" ", "T")) : Number.NaN
  return Number.isNaN(instant) ? civilMillis(text) : instant
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** Functions that convert a field to the value that the Parquet writer expects. */
export const converters: Readonly<Record<ColumnType, (value: unknown) => unknown>> = {
  text: (value) => (value === null || value === undefined ? null : textOf(value)),
  texts: (value) => (Array.isArray(value) ? value.map(textOf) : []),
  boolean: (value) => (typeof value === "boolean" ? value : null),
  date: (value) => Math.floor(civilMillis(String(value)) / millisecondsPerDay),
  moment: (value) => BigInt(civilMillis(String(value))),
  instant: (value) => BigInt(instantMillis(String(value)))
}
