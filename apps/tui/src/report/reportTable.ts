import { csvLine, spreadsheetSafe } from "@public-records/export/csv"
import type { Section } from "./Report.ts"

/** Returns a report as CSV, safe for spreadsheets: a line for each of its rows, with the part of the report. */
export const reportTable = (sections: ReadonlyArray<Section>): string => {
  const lines = sections.flatMap(({ rows, title }) =>
    rows
      // A row that only shows complaints or other rows says nothing itself.
      .filter(({ target }) => target?._tag !== "Complaints" && target?._tag !== "Expand")
      .map(({ count = "", text }) => [title === "" ? "summary" : title.toLowerCase(), text, String(count)])
  )
  return [["part", "text", "reports"], ...lines].map((cells) => csvLine(cells.map(spreadsheetSafe))).join("")
}
