import { csvLine } from "@public-records/export/csv"
import { type ImportEvent, type SyncEvent } from "@public-records/mirror"
import { Effect } from "effect"
import { type Format } from "../flags.ts"
import { Host } from "../Host.ts"
import { dayText, importReportText } from "./mirrorText.ts"
import { printedJson, write } from "./StandardOutput.ts"
import { noticesText, syncReportText } from "./syncText.ts"

type MirrorEvent = ImportEvent | SyncEvent

/** Returns the members of an event in JSON, or `undefined` for one that is only shown as progress. */
const fieldsOf = ({ _tag, ...fields }: MirrorEvent): object | undefined => {
  switch (_tag) {
    case "Plan":
      return { plan: true, ...fields }
    case "Day":
    case "File":
      return fields
    case "Report":
      return { report: true, ...fields }
    case "Notices":
      return { list: "notices", ...fields }
    case "Refused":
      return { ...fields, outcome: "refused" }
    case "CutOff":
      return { ...fields, outcome: "cut off" }
    case "Failed":
      return { ...fields, outcome: "failed" }
    default:
      return undefined
  }
}

/** Returns the line of an event for people, or "". Problems are on standard error. */
const textOf = (event: MirrorEvent): string => {
  if (event._tag === "Day") return dayText(event)
  if (event._tag === "Notices") return noticesText(event)
  if (event._tag !== "Report") return ""
  return "files" in event ? importReportText(event) : syncReportText(event)
}

const dayColumns = ["day", "state", "records", "duplicates", "setAside", "source", "origin", "outcome", "why"] as const

/** Returns the function that prints the events of an import or a sync. CSV has only the days, and JSON is printed at the end. */
export const makeEventPrinter = Effect.fnUntraced(function* (format: Format) {
  const { stdout } = yield* Host
  const events: Array<object> = []
  if (format === "csv") yield* write(stdout, csvLine([...dayColumns]))
  return (event: MirrorEvent) => {
    if (format === "table") return write(stdout, textOf(event))
    if (format === "csv") {
      const cells = event._tag === "Day" ? dayColumns.map((name) => String(event[name] ?? "")) : []
      return cells.length === 0 ? Effect.void : write(stdout, csvLine(cells))
    }
    const fields = fieldsOf(event)
    if (fields === undefined) return Effect.void
    if (format === "ndjson") return write(stdout, `${printedJson(fields, stdout)}\n`)
    if (event._tag === "Report") return write(stdout, `${printedJson({ events, report: fields }, stdout, 2)}\n`)
    events.push(fields)
    return Effect.void
  }
})
