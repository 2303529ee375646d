import { grouped } from "@public-records/text/counts"
import { endsThatFit } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import { Box } from "ink"
import type { ReactElement } from "react"
import { type Origin, originAtom } from "../source.ts"
import type { Collection } from "../collection/Collection.ts"
import type { TableRow } from "../collection/derived.ts"
import type { Summary } from "../collection/Summary.ts"
import { loadedLabel } from "../drawing/counts.ts"
import { exactly, frameBottom, framed, frameTop } from "../drawing/frame.ts"
import { Line, type Span } from "../drawing/Line.tsx"
import type { Role } from "../drawing/themes.ts"
import { useAtom } from "../drawing/useAtom.tsx"
import { moveCursor } from "../commands/moving.ts"
import type { FilterSuggestion } from "../form/FilterSuggestion.ts"
import { PaneBelow, PaneBeside } from "./detail.tsx"
import { FailurePanel } from "./failure.tsx"
import type { Panel } from "./Panel.ts"

const marker = "▶"

const roleOf = (row: TableRow, isSelected: boolean): Role => {
  if (isSelected) return "selected"
  if (row.kind === "rejected") return "warning"
  return row.kind === "missing" ? "faint" : "plain"
}

const rowSpans = (row: TableRow, isSelected: boolean, width: number): ReadonlyArray<Span> =>
  framed({ text: `${isSelected ? marker : " "} ${row.text}`, role: roleOf(row, isSelected) }, width)

/** How many rows are loaded, and how they are arranged. */
const titleOf = ({ noun }: Collection, summary: Summary, columns: number): string => {
  const isNarrow = columns < 60
  const loaded = loadedLabel(summary, isNarrow)
  if (summary.arranged !== "") {
    const name = columns < 90 ? "" : `${noun.toUpperCase()} · `
    const short = isNarrow ? loaded.replace(" of ", "/").replace(" loaded", "") : loaded
    const shown = summary.navigableRows === summary.loaded ? "" : ` · ${grouped(summary.navigableRows)} shown`
    return `${name}${short}${shown} · ${safeText(summary.arranged)}`
  }
  const order = isNarrow ? "" : ` · ${summary.order}`
  return `${noun.toUpperCase()} · ${loaded}${order}`
}

/** The lines in place of rows if there are none: what might be asked instead. */
const emptyState = (
  summary: Summary,
  noun: string,
  suggestions: ReadonlyArray<FilterSuggestion>
): ReadonlyArray<string> =>
  summary.filter === ""
    ? [`There are no ${noun}.`]
    : ["Nothing matches. Enter widens:", ...suggestions.map(({ label }) => `· ${label}`), "f filter, x no filter"]

const remarkOf = ({ caveat }: Collection, { isSample }: Origin): string => {
  if (caveat.short !== "") return caveat.short
  return isSample ? "sample data: most of these companies are invented" : ""
}

/** The visible rows. Other rows are not drawn. */
const Table = ({ collection }: { readonly collection: Collection }): ReactElement => {
  const layout = useAtom(collection.layout)
  const summary = useAtom(collection.summary)
  const { cursor } = useAtom(collection.view)
  const suggestions = useAtom(collection.suggestions)
  const origin = useAtom(originAtom)
  const titles = useAtom(collection.titles)
  const width = layout.tableWidth
  const rows = useAtom(collection.rows).map((row) => rowSpans(row, row.index === cursor, width))
  const empty = emptyState(summary, collection.noun, suggestions).map((text) => framed({ text: `  ${text}` }, width))
  const lines = exactly(rows.length > 0 ? rows : empty, layout.tableRows, framed({ text: "" }, width))
  return (
    <>
      {layout.tableTop > 0 && <Line spans={frameTop(titleOf(collection, summary, width), width)} />}
      {layout.tableTop > 1 && <Line spans={framed({ text: ` ${titles}`, role: "faint" }, width)} />}
      {lines.map((spans, place) => (
        <Line key={place} spans={spans} />
      ))}
      {layout.tableBottom > 0 && <Line spans={frameBottom(remarkOf(collection, origin), width)} />}
    </>
  )
}

/** The line under the header: the filter in words. */
const FilterLine = ({ width, summary }: { readonly width: number; readonly summary: Summary }): ReactElement => {
  const { filter, order } = summary
  const asked = filter === "" ? " no filter" : ` ${safeText(filter)}`
  const hint = filter === "" ? "f filter " : "f filter  x none "
  const pairs = [[`${asked} · ${order}`, hint] as const, [asked, hint] as const, [asked, ""] as const]
  return <Line spans={[{ text: endsThatFit(pairs, width) }]} />
}

/** Below the table or the charts: a failure, if there is one. */
export const Failure = ({ width, collection }: { readonly width: number; readonly collection: Collection }) => {
  const activity = useAtom(collection.activity)
  const { pane } = useAtom(collection.layout)
  const { loaded } = useAtom(collection.summary)
  if (activity._tag !== "Failed" || pane === 0) return null
  return <FailurePanel width={width} height={pane} failure={activity} loaded={loaded} />
}

/** The rows, with the filter above them and the detail beside or below them. */
export const Rows: Panel["Body"] = ({ width, collection }): ReactElement => {
  const { filter, side, tableWidth, tableTop, tableRows, tableBottom, pane } = useAtom(collection.layout)
  const summary = useAtom(collection.summary)
  const hasFailed = useAtom(collection.activity)._tag === "Failed"
  return (
    <>
      {filter > 0 && <FilterLine width={width} summary={summary} />}
      {side === 0 ? (
        <Table collection={collection} />
      ) : (
        <Box>
          <Box flexDirection="column" width={tableWidth}>
            <Table collection={collection} />
          </Box>
          <Box flexDirection="column" width={side}>
            <PaneBeside width={side} height={tableTop + tableRows + tableBottom} collection={collection} />
          </Box>
        </Box>
      )}
      <Failure width={width} collection={collection} />
      {pane > 0 && !hasFailed && <PaneBelow width={width} height={pane} collection={collection} />}
    </>
  )
}

/** The rows of a collection. */
export const table: Panel = {
  Body: Rows,
  move: moveCursor,
  back: (ui) => void ui.collection.resetArrangement(ui.registry)
}
