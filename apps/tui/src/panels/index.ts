import type { PanelName } from "../session.ts"
import { detail } from "./detail.tsx"
import { find } from "./find.tsx"
import { form } from "./form.tsx"
import { help } from "./help.tsx"
import { insights } from "./insights.tsx"
import { menu } from "./menu.tsx"
import type { Panel } from "./Panel.ts"
import { prompt } from "./prompt.tsx"
import { table } from "./table.tsx"

/** All panels by name. */
export const panels: Readonly<Record<PanelName, Panel>> = { table, detail, insights, form, find, help, menu, prompt }
