import type { PanelName } from "../session.ts"
import { detail } from "./detail.ts"
import { search } from "./search.ts"
import { form } from "./form.ts"
import { help } from "./help.ts"
import { insights } from "./insights.ts"
import { menu } from "./menu.ts"
import type { Panel } from "./Panel.ts"
import { prompt } from "./prompt.ts"
import { table } from "./table.ts"

/** All panels by name. */
export const panels: Readonly<Record<PanelName, Panel>> = { table, detail, insights, form, search, help, menu, prompt }
