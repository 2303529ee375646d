import { grouped } from "@public-records/text/counts"
import { stopExport } from "../backgroundExport.ts"
import { type Command, screens } from "../keys/Command.ts"
import { openMenu } from "../panels/menu.ts"
import { quotaAtom } from "../quota.ts"
import { reloadReport } from "../report/reports.ts"
import { screenSourceAtom } from "../source/sourceAtoms.ts"
import type { Ui } from "../Ui.ts"

const rowsPerRequest = 50
const manyRows = 500

/** Loads all rows. Asks first if that has a cost. */
const loadAll = (ui: Ui): void => {
  const { collection, registry, summary } = ui
  const cost = ui.get(collection.remainingCost)
  const intro = ui.get(screenSourceAtom).loadAllTexts(summary, cost, ui.get(quotaAtom))
  if (intro.length === 0) return collection.loadAll(registry)
  openMenu(ui, {
    title: `LOAD ALL ${collection.noun.toUpperCase()}`,
    intro,
    items: [
      { label: "load all", hint: cost, onSelect: () => collection.loadAll(registry) },
      { label: "cancel", onSelect: () => undefined }
    ]
  })
}

/** Returns `true` if a reload discards rows that took long to load: more than 500, or the rows of "load all". */
const losesRows = (ui: Ui): boolean => {
  const { loaded } = ui.summary
  return loaded > manyRows || (loaded > rowsPerRequest && ui.get(ui.collection.isLoadingAll))
}

/** Retries a failed or canceled request. Otherwise loads the rows on the screen again. */
export const reload = (ui: Ui): void => {
  if (ui.session.panel === "report") return reloadReport(ui)
  const { collection, registry } = ui
  const hasFailed = ui.get(collection.activity)._tag === "Failed"
  if (ui.session.panel === "insights") collection.insights.countAgain(registry)
  if (hasFailed || collection.isCanceled(registry)) return collection.retry(registry)
  if (!losesRows(ui)) return collection.reload(registry)
  const rows = grouped(ui.summary.loaded)
  openMenu(ui, {
    title: `RELOAD ${collection.noun.toUpperCase()}`,
    intro: [
      `${rows} rows are loaded. Reloads the rows on the screen. The others are discarded and fetched again when you scroll to them.`
    ],
    items: [
      { label: "cancel", hint: `keep the ${rows} rows`, onSelect: () => undefined },
      { label: "reload", onSelect: () => collection.reload(registry) }
    ]
  })
}

/** Cancels the current request or export. Returns `false` if nothing is running. */
export const cancelWork = (ui: Ui): boolean => {
  const { collection, registry } = ui
  const isCanceled = collection.cancel(registry)
  if (isCanceled) ui.notify("Canceled. Press r to continue.")
  return isCanceled || stopExport(ui)
}

const whyAllLoaded = (ui: Ui): string => {
  const { collection, session, summary } = ui
  if (session.panel === "insights" && ui.get(collection.insights.scope).isAll) return "The charts count all rows."
  return summary.isRowCountKnown && summary.loaded >= summary.rowCount ? "All rows are loaded." : ""
}

const on = ["table", "insights"] as const

export const loading: ReadonlyArray<Command> = [
  { name: "load-all", keys: ["L"], help: ["FILTER", "load all rows"], on, when: whyAllLoaded, run: loadAll },
  { name: "reload", keys: ["r"], help: ["APP", "reload, retry"], on: screens, run: reload }
]
