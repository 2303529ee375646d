import type { PanelName } from "../session.ts"
import type { Ui } from "../Ui.ts"
import { detail } from "./detail.ts"
import { search } from "./search.ts"
import { form } from "./form.ts"
import { help } from "./help.ts"
import { insights } from "./insights.ts"
import { menu } from "./menu.ts"
import type { Panel } from "./Panel.ts"
import { prompt } from "./prompt.ts"
import { report } from "./report.ts"
import { table } from "./table.ts"

export const panels: Readonly<Record<PanelName, Panel>> = {
  table,
  detail,
  insights,
  report,
  form,
  search,
  help,
  menu,
  prompt
}

/** Returns the panel with the keyboard focus. */
export const focusedPanel = (ui: Ui): Panel => panels[ui.session.panel]
