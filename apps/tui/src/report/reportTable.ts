import type { Section } from "@public-records/answers/Answer"
import { csvLine, spreadsheetSafe } from "@public-records/export/csv"
import { grouped } from "@public-records/text/counts"

/** Returns a report as CSV, safe for spreadsheets: a line for each of its rows, with the part of the report. */
export const reportTable = (sections: ReadonlyArray<Section>): string => {
  const lines = sections.flatMap(({ rows, title }) =>
    rows
      // A row that only shows complaints says nothing itself.
      .filter(({ cells, target }) => target?._tag !== "Complaints" || cells !== undefined)
      .map(({ cells = [], count, text }) => {
        const details = cells.filter((cell) => count === undefined || cell !== grouped(count))
        return [title === "" ? "summary" : title.toLowerCase(), text, String(count ?? ""), details.join(", ")]
      })
  )
  return [["part", "text", "reports", "details"], ...lines].map((cells) => csvLine(cells.map(spreadsheetSafe))).join("")
}
