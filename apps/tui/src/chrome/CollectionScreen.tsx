import { Option } from "effect"
import { Box } from "ink"
import type { ReactElement } from "react"
import { type Origin, originAtom } from "../AppLayer.ts"
import type { Collection } from "../collection/Collection.ts"
import { completionOf } from "../collection/find.ts"
import type { Summary } from "../collection/Summary.ts"
import type { Activity } from "../collection/state.ts"
import { sizeAtom } from "../collection/screenAtoms.ts"
import type { Widening } from "../form/Widening.ts"
import { quotaAtom, secondsToRequestAtom } from "../quotaAtom.ts"
import { safeText } from "@public-records/text/safeText"
import { type Session, sessionAtom } from "../session.ts"
import { exportProgressAtom } from "../takeaway/wholeExport.ts"
import { grouped } from "@public-records/text/counts"
import { clockLabel, loadedLabel, rowLabel } from "./counts.ts"
import { DetailPane, SidePane, WholeRecord } from "./DetailPane.tsx"
import { failureText } from "./failure.ts"
import { FailurePanel } from "./FailurePanel.tsx"
import { FilterBar } from "./FilterBar.tsx"
import { FilterForm } from "./FilterForm.tsx"
import { FindLine } from "./FindLine.tsx"
import { Header } from "./Header.tsx"
import { KeyHelp } from "./KeyHelp.tsx"
import type { Layout } from "./layout.ts"
import { MenuPanel } from "./MenuPanel.tsx"
import { PromptPanel } from "./PromptPanel.tsx"
import { StatusLine } from "./StatusLine.tsx"
import { Table } from "./Table.tsx"
import { useAtom } from "./useAtom.tsx"
import { InsightsArea } from "./InsightsArea.tsx"

const hintsFor = ({ mode, note }: Session, width: number): string => {
  if (mode === "form" || mode === "help" || mode === "menu" || mode === "prompt" || (note !== "" && width < 90))
    return ""
  if (mode === "insights" && width >= 56) return "Tab chart  Enter rows  t alone  a ask  ? help"
  if (width >= 90) return "Enter record  / find  f filter  ? help  q quit"
  return width >= 56 ? "f filter  ? help  q quit" : "? help"
}

/** When the next request may go, and whether one waits for it in the budget's queue. */
interface Wait {
  readonly seconds: Option.Option<number>
  readonly isQueued: boolean
}

/** What is going on, else where the reader is. A note stands for one key. */
const statusText = (session: Session, doing: string, row: string, wait: Wait, width: number): string => {
  const { seconds, isQueued } = wait
  if (session.note !== "") return session.note
  if (session.count.digits.length > 1 && session.home === "table") return `row ${session.count.digits}… G goes there`
  if (doing === "") return row
  if (Option.isSome(seconds)) {
    const next = `${isQueued ? "limit used up, " : ""}next in ${clockLabel(seconds.value)}, Esc stops`
    return width >= 60 ? `${next} ${doing}` : next
  }
  return `${row} · ${doing}… Esc ${/^(loading all|exporting)/.test(doing) ? "stops" : "cancels"}`
}

const unreached: ReadonlySet<string> = new Set(["Unavailable", "CircuitOpen", "DeadlineExceeded"])

const isReached = (activity: Activity): boolean =>
  activity._tag !== "Failed" || !unreached.has(activity.error.reason._tag)

const remarkOf = (collection: Collection, origin: Origin): string => {
  const { short } = collection.caveat
  if (short !== "") return short
  return origin.isSample ? "sample data: most of these companies are invented" : ""
}

/** How much is loaded, always; how it is arranged, in as many words as there is room for. */
const tableTitle = ({ noun }: Collection, summary: Summary, columns: number): string => {
  const isNarrow = columns < 60
  const loaded = loadedLabel(summary, isNarrow)
  if (summary.arranged !== "") {
    const name = columns < 90 ? "" : `${noun.toUpperCase()} · `
    const short = isNarrow ? loaded.replace(" of ", "/").replace(" loaded", "") : loaded
    const shown = summary.reach === summary.loaded ? "" : ` · ${grouped(summary.reach)} shown`
    return `${name}${short}${shown} · ${safeText(summary.arranged)}`
  }
  const order = isNarrow ? "" : ` · ${summary.order}`
  return `${noun.toUpperCase()} · ${loaded}${order}`
}

/** What is said in place of rows: what might be asked instead, each on a line of its own. */
const whenEmpty = (summary: Summary, noun: string, widenings: ReadonlyArray<Widening>): ReadonlyArray<string> =>
  summary.filter === ""
    ? [`There are no ${noun}.`]
    : ["Nothing matches. Enter widens:", ...widenings.map(({ label }) => `· ${label}`), "f filter, x no filter"]

const TableArea = (props: { readonly collection: Collection; readonly layout: Layout }): ReactElement => {
  const { collection, layout } = props
  const summary = useAtom(collection.summary)
  return (
    <Table
      width={layout.tableWidth}
      layout={layout}
      title={tableTitle(collection, summary, layout.tableWidth)}
      titles={useAtom(collection.titles)}
      rows={useAtom(collection.rows)}
      cursor={useAtom(collection.view).cursor}
      whenEmpty={whenEmpty(summary, collection.noun, useAtom(collection.widenings))}
      remark={remarkOf(collection, useAtom(originAtom))}
    />
  )
}

/** Below the table: what went wrong, else the record under the cursor. */
const Pane = (props: { readonly collection: Collection; readonly layout: Layout }): ReactElement | null => {
  const { collection, layout } = props
  const { columns } = useAtom(sizeAtom)
  const activity = useAtom(collection.activity)
  const summary = useAtom(collection.summary)
  const fields = useAtom(collection.detail)
  if (layout.pane === 0) return null
  if (activity._tag === "Failed") {
    const text = failureText(activity.error, activity.secondsLeft, summary.loaded)
    return <FailurePanel width={columns} height={layout.pane} text={text} />
  }
  return <DetailPane width={columns} height={layout.pane} fields={fields} caveat={collection.caveat.long} />
}

/** The charts, and below them what went wrong. */
const InsightsScreen = (props: {
  readonly width: number
  readonly height: number
  readonly collection: Collection
  readonly layout: Layout
}): ReactElement => {
  const { width, height, collection, layout } = props
  const hasFailed = useAtom(collection.activity)._tag === "Failed"
  const pane = hasFailed ? layout.pane : 0
  return (
    <>
      <InsightsArea width={width} height={height - pane} collection={collection} />
      {pane > 0 && <Pane collection={collection} layout={layout} />}
    </>
  )
}

/** The rows with what is asked above them, and the detail beside or below them. */
const Rows = (props: { readonly collection: Collection; readonly layout: Layout }): ReactElement => {
  const { collection, layout } = props
  const { columns } = useAtom(sizeAtom)
  const summary = useAtom(collection.summary)
  const fields = useAtom(collection.detail)
  return (
    <>
      {layout.filter > 0 && <FilterBar width={columns} summary={summary} />}
      {layout.side === 0 ? (
        <TableArea collection={collection} layout={layout} />
      ) : (
        <Box>
          <Box flexDirection="column" width={layout.tableWidth}>
            <TableArea collection={collection} layout={layout} />
          </Box>
          <Box flexDirection="column" width={layout.side}>
            <SidePane
              width={layout.side}
              height={layout.tableTop + layout.tableRows + layout.tableBottom}
              fields={fields}
              caveat={collection.caveat.long}
            />
          </Box>
        </Box>
      )}
      <Pane collection={collection} layout={layout} />
    </>
  )
}

const Body = (props: { readonly collection: Collection; readonly session: Session }): ReactElement => {
  const { collection, session } = props
  const size = useAtom(sizeAtom)
  const layout = useAtom(collection.layout)
  const summary = useAtom(collection.summary)
  const fields = useAtom(collection.detail)
  const form = useAtom(collection.form)
  const check = useAtom(collection.formCheck)
  const view = useAtom(collection.view)
  const top = layout.header
  const height = size.rows - top - layout.status
  const area = { width: size.columns, height }
  if (session.mode === "help") return <KeyHelp {...area} scroll={session.scroll} mode={session.modeBehind} />
  if (session.mode === "menu") return <MenuPanel {...area} top={top} />
  if (session.mode === "prompt") return <PromptPanel {...area} top={top} />
  if (session.mode === "insights") return <InsightsScreen {...area} collection={collection} layout={layout} />
  if (session.mode === "detail") {
    const title = `${collection.noun.toUpperCase()} · ${rowLabel(view.cursor, summary)}`
    return (
      <WholeRecord {...area} title={title} scroll={session.scroll} fields={fields} caveat={collection.caveat.long} />
    )
  }
  if (session.mode === "form") {
    return (
      <FilterForm {...area} top={top} noun={collection.noun} fields={collection.fields} form={form} check={check} />
    )
  }
  return <Rows collection={collection} layout={layout} />
}

/** The last lines: what is typed to find, else what is going on and where one stands. */
const Foot = (props: { readonly collection: Collection; readonly session: Session }): ReactElement => {
  const { collection, session } = props
  const { columns } = useAtom(sizeAtom)
  const { status } = useAtom(collection.layout)
  const activity = useAtom(collection.activity)
  const origin = useAtom(originAtom)
  const quota = useAtom(quotaAtom)
  const row = useAtom(session.home === "insights" ? collection.insights.where : collection.where)
  const exporting = useAtom(exportProgressAtom)
  const doing = useAtom(collection.doing) || exporting
  const wait: Wait = { seconds: useAtom(secondsToRequestAtom), isQueued: quota.waiting > 0 }
  const left = safeText(statusText(session, doing, row, wait, columns))
  if (session.mode === "find") {
    const completion = completionOf(session.find.text, collection.completions)
    return (
      <FindLine width={columns} height={status} find={session.find} remark={session.note} completion={completion} />
    )
  }
  return (
    <StatusLine
      width={columns}
      height={status}
      left={left}
      hints={hintsFor(session, columns)}
      origin={origin}
      quota={quota}
      isReached={isReached(activity)}
    />
  )
}

/** One collection on the whole terminal; its lines add up to the terminal's height, whatever is shown. */
export const CollectionScreen = ({ collection }: { readonly collection: Collection }): ReactElement => {
  const { columns } = useAtom(sizeAtom)
  const session = useAtom(sessionAtom)
  const { header } = useAtom(collection.layout)
  const summary = useAtom(collection.summary)
  const origin = useAtom(originAtom)
  const isInsights = session.home === "insights"
  return (
    <>
      {header > 0 && (
        <Header width={columns} active={collection.name} isInsights={isInsights} origin={origin} summary={summary} />
      )}
      <Body collection={collection} session={session} />
      <Foot collection={collection} session={session} />
    </>
  )
}
