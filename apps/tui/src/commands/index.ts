import type { Command } from "../keys/Command.ts"
import { status, useService } from "./account.ts"
import { charts } from "./charts.ts"
import { copying } from "./copying.ts"
import { exporting } from "./exporting.ts"
import { facets } from "./facets.ts"
import { filterHistory, filtering } from "./filtering.ts"
import { search } from "./searching.ts"
import { loading } from "./loading.ts"
import { useMirror } from "./mirror.ts"
import { navigation } from "./navigation.ts"
import { moving } from "./moving.ts"
import { palette } from "./palette.ts"
import { program } from "./program.ts"
import { reports } from "./reports.ts"
import { sorting } from "./sorting.ts"
import { theme } from "./theme.ts"
import { views } from "./views.ts"

/** All commands, in the order of the help and the palette. */
export const commands: ReadonlyArray<Command> = [
  ...moving,
  ...navigation,
  ...charts,
  ...search,
  ...reports,
  ...filtering,
  ...facets,
  ...sorting,
  ...filterHistory,
  ...loading,
  ...copying,
  ...exporting,
  palette,
  useService,
  useMirror,
  ...views,
  theme,
  status,
  ...program
]
