import { type ParquetWriter } from "hyparquet-writer"
import { type TypedColumn } from "../FileForm.ts"

type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"]

const elementsOf = ({ isRequired = false, name, type }: TypedColumn): Schema => {
  const repetition_type = isRequired ? "REQUIRED" : "OPTIONAL"
  switch (type) {
    case "text":
      return [{ name, type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" }, repetition_type }]
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
        {
          name: "element",
          type: "BYTE_ARRAY",
          converted_type: "UTF8",
          logical_type: { type: "STRING" },
          repetition_type: "REQUIRED"
        }
      ]
  }
}

/** The schema of a Parquet file: civil times are timestamps without a zone, others are instants. */
export const parquetSchema = (columns: ReadonlyArray<TypedColumn>): Schema => [
  { name: "schema", num_children: columns.length },
  ...columns.flatMap(elementsOf)
]
