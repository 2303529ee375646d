import { padLines, frameBottom, framed, frameTop, type Lines, type Span } from "../drawing/frame.ts"
import { justifyFirstFitting } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import { clockProblemAtom } from "../requests.ts"
import { screenSourceAtom } from "../source/sourceAtoms.ts"
import type { Collection } from "../collection/Collection.ts"
import type { TableRow } from "../collection/derived.ts"
import type { Summary } from "../collection/labels.ts"
import { loadedLabel } from "../drawing/counts.ts"
import type { Role } from "../drawing/themes.ts"
import type { FilterSuggestion } from "../form/filterForm.ts"
import { removeLastFacet } from "../commands/facets.ts"
import { filterTexts } from "../drawing/counts.ts"
import { moveCursor } from "./cursor.ts"
import { paneBelow, paneBeside } from "./detail.ts"
import { failureLines } from "./failure.ts"
import type { Panel, View } from "./Panel.ts"

const marker = "▶"

const roleOf = (row: TableRow, isSelected: boolean): Role => {
  if (isSelected) return "selected"
  if (row.kind === "rejected") return "warning"
  return row.kind === "missing" ? "faint" : "plain"
}

const rowSpans = (row: TableRow, isSelected: boolean, width: number): ReadonlyArray<Span> =>
  framed({ text: `${isSelected ? marker : " "} ${row.text}`, role: roleOf(row, isSelected) }, width)

/** Returns the title of the table: the number of loaded rows and their order. */
const titleOf = ({ noun }: Collection, summary: Summary, columns: number): string => {
  const isNarrow = columns < 60
  const loaded = loadedLabel(summary, isNarrow)
  if (summary.sorted !== "") {
    const name = columns < 90 ? "" : `${noun.toUpperCase()} · `
    const short = isNarrow ? loaded.replace(" of ", "/").replace(" loaded", "") : loaded
    return `${name}${short} · ${safeText(summary.sorted)}`
  }
  const order = isNarrow ? "" : ` · ${summary.order}`
  return `${noun.toUpperCase()} · ${loaded}${order}`
}

/** Returns the lines of an empty table, with suggested filters. */
const emptyState = (
  summary: Summary,
  noun: string,
  suggestions: ReadonlyArray<FilterSuggestion>,
  clockProblem: string
): ReadonlyArray<string> =>
  summary.filter === ""
    ? [`There are no ${noun}.`]
    : [
        ...(clockProblem === "" ? [] : [clockProblem, "It decides what latest and yesterday are."]),
        "No matches. Enter to broaden:",
        ...suggestions.map(({ label }) => `· ${label}`),
        "f edit filter · x clear filter"
      ]

/** Draws the visible rows. */
const tableLines = ({ get, collection }: View): Lines => {
  const layout = get(collection.layout)
  const summary = get(collection.summary)
  const { cursor } = get(collection.view)
  const width = layout.tableWidth
  const rows = get(collection.rows).map((row) => rowSpans(row, row.index === cursor, width))
  const empty = emptyState(summary, collection.noun, get(collection.suggestions), get(clockProblemAtom)).map((text) =>
    framed(`  ${text}`, width)
  )
  const titles: Span = { text: ` ${get(collection.titles)}`, role: "faint" }
  return [
    ...[frameTop(titleOf(collection, summary, width), width), framed(titles, width)].slice(0, layout.tableTop),
    ...padLines(rows.length > 0 ? rows : empty, layout.tableRows, framed("", width)),
    ...[frameBottom(collection.caveat || get(screenSourceAtom).noticesRemark, width)].slice(0, layout.tableBottom)
  ]
}

/** Draws the line below the header: the filter in words. */
const filterLine = (summary: Summary, width: number): ReadonlyArray<Span> => {
  const [asked = "", ...shorter] = filterTexts(summary)
  const hint = summary.filter === "" ? "f filter " : "f filter  x clear "
  const pairs = [
    [`${asked} · ${summary.order}`, hint],
    [asked, hint],
    [asked, ""]
  ] as const
  return [{ text: justifyFirstFitting([...pairs, ...shorter.map((text) => [text, ""] as const)], width) }]
}

/** Draws the table, with the filter above it and the detail pane next to it or below it. */
export const drawRows: Panel["draw"] = (view) => {
  const { get, width, collection } = view
  const { filter, side, pane } = get(collection.layout)
  const table = tableLines(view)
  const beside = side === 0 ? [] : paneBeside(view, side, table.length)
  const hasFailed = get(collection.activity)._tag === "Failed"
  return {
    lines: [
      ...(filter > 0 ? [filterLine(get(collection.summary), width)] : []),
      ...table.map((line, position) => line.concat(beside[position] ?? [])),
      ...(hasFailed || pane === 0 ? failureLines(view) : paneBelow(view, pane))
    ]
  }
}

export const table: Panel = {
  draw: drawRows,
  move: moveCursor,
  back: (ui) => {
    if (!ui.collection.resetSort(ui.registry)) removeLastFacet(ui)
  }
}
