import { type Picture, picture } from "@public-records/answers/svg/picture"
import { byteOrderMark } from "@public-records/export/csv"
import { counted } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { isExporting, startExport } from "../backgroundExport.ts"
import type { RowFileFormat } from "../collection/output.ts"
import type { ExportFormat } from "../collection/RecordFormat.ts"
import { loadedLabel } from "../drawing/counts.ts"
import type { Command } from "../keys/Command.ts"
import { type MenuItem, openMenu } from "../panels/menu.ts"
import { openPrompt } from "../panels/prompt.ts"
import { quotaAtom } from "../quota.ts"
import { screenSourceAtom } from "../source/sourceAtoms.ts"
import type { Ui } from "../Ui.ts"

const loadedLabels: Readonly<Record<RowFileFormat, string>> = {
  csv: "CSV, safe for spreadsheets",
  ndjson: "NDJSON, unmodified"
}
const allLabels: Readonly<Record<ExportFormat, string>> = {
  csv: "CSV, safe for spreadsheets",
  ndjson: "NDJSON",
  parquet: "Parquet"
}
const safeCells =
  "Cells that a spreadsheet would treat as formulas are prefixed with '. Such a file cannot be served again."
const longestName = 60

/** Creates a file name from a filter. The name has only lowercase letters, digits and dashes. */
export const fileNameOf = (noun: string, filter: string, format: ExportFormat): string => {
  const words = `${noun} ${filter}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")
  return `${words.slice(0, longestName).replace(/^-|-$/g, "")}.${format}`
}

const records = (noun: string, count: number): string => counted(count, noun.slice(0, -1), noun)

/** Prompts for a file, and writes CSV to it, or a picture if its name ends with `.svg`. `what` is written, such as `the report`. */
export const saveTable = (
  ui: Ui,
  {
    csv,
    file,
    picture: drawn,
    what
  }: { readonly what: string; readonly file: string; readonly csv: string; readonly picture: Picture }
): void =>
  promptForFile(ui, `EXPORT · ${what} as CSV, safe for spreadsheets, or as a picture: .svg`, file, (path) => {
    const text = /\.svg$/i.test(path) ? picture(drawn) : byteOrderMark + csv
    ui.runInBackground(Effect.map(ui.platform.saveNew(path, text), (full) => `Wrote ${what} to ${safeText(full)}.`))
  })

const promptForFile = (ui: Ui, title: string, name: string, save: (path: string) => void): void =>
  openPrompt(ui, {
    title,
    intro: title.includes("CSV") ? [safeCells] : [],
    label: "File",
    text: ui.platform.freePath(name),
    accept: (typed) => {
      const file = ui.platform.withHome(typed.trim())
      if (file === "") return "Type the name of a file."
      if (ui.platform.freePath(file) !== file) return "A file with that name already exists. Enter another name."
      save(file)
      return ""
    }
  })

const saveShown = (ui: Ui, format: RowFileFormat, path: string): void => {
  const taken = ui.collection.shownText(ui.registry, format)
  const wrote = `Wrote ${records(ui.collection.noun, taken.records)}`
  const unreadable =
    taken.rejected === 0 ? "" : ` ${counted(taken.rejected, "invalid record is", "invalid records are")} not included.`
  const saved = ui.platform.saveNew(path, taken.text)
  ui.runInBackground(Effect.map(saved, (full) => `${wrote} to ${safeText(full)}.${unreadable}`))
}

/** Returns the items that export the loaded rows as shown. */
const loadedItems = (ui: Ui): ReadonlyArray<MenuItem> => {
  const { collection, summary } = ui
  return (["csv", "ndjson"] as const).map((format) => ({
    label: loadedLabels[format],
    hint: `${records(collection.noun, summary.loaded)} loaded`,
    onSelect: () => {
      const name = fileNameOf(collection.noun, `${summary.filter} ${summary.sorted}`, format)
      promptForFile(ui, `EXPORT · ${loadedLabels[format]}`, name, (path) => saveShown(ui, format, path))
    }
  }))
}

/** Returns the items that export all matching records in the background. */
const exportAllItems = (ui: Ui): ReadonlyArray<MenuItem> => {
  const { collection, summary } = ui
  const cost = ui.get(screenSourceAtom).exportCost(summary, collection.noun, ui.get(quotaAtom))
  return (["csv", "ndjson", "parquet"] as const).map((format) => ({
    label: `all records as ${allLabels[format]}`,
    hint: cost,
    onSelect: () => {
      const name = fileNameOf(collection.noun, `all ${summary.filter}`, format)
      promptForFile(ui, `EXPORT ALL RECORDS · ${allLabels[format]} · ${cost}`, name, (path) =>
        startExport(ui, path, collection.exportAll(ui.registry, path, format))
      )
    }
  }))
}

const loadRestItem = (ui: Ui): ReadonlyArray<MenuItem> => {
  const { collection, registry, summary } = ui
  if (summary.isRowCountKnown && summary.loaded >= summary.rowCount) return []
  const hint = `${ui.get(collection.remainingCost)}; Esc stops, L resumes`
  return [{ label: "load the remaining rows first", hint, onSelect: () => collection.loadAll(registry) }]
}

const openExportMenu = (ui: Ui): void => {
  const { collection, summary } = ui
  const shown = summary.sorted === "" ? summary.order : summary.sorted
  openMenu(ui, {
    title: `EXPORT · ${loadedLabel(summary, false)}`,
    intro: [`Exports the loaded rows as shown: ${shown}. ${collection.caveat}`.trim()],
    items: [...loadedItems(ui), ...loadRestItem(ui), ...exportAllItems(ui)]
  })
}

const whyNoExport = (ui: Ui): string => {
  if (isExporting(ui)) return "An export is running. Esc stops it."
  return ui.summary.loaded === 0 ? "Nothing to export: no rows are loaded." : ""
}

const on = ["table", "detail"] as const

export const exporting: ReadonlyArray<Command> = [
  { name: "export", keys: ["e"], help: ["COPY & EXPORT", "export"], on, when: whyNoExport, run: openExportMenu }
]
