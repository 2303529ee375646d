import { Option } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import { openMenu } from "../overlays/menu.ts"
import { exitCodeAtom } from "../session.ts"
import { isExporting } from "./wholeExport.ts"

/** Quits; asks once while an export is running. */
export const quit = (registry: AtomRegistry.AtomRegistry): void => {
  const leave = (): void => registry.set(exitCodeAtom, Option.some(0))
  if (!isExporting(registry)) return leave()
  openMenu(registry, {
    title: "AN EXPORT IS RUNNING",
    intro: ["What is written stays: exporting to the same file goes on from there."],
    offers: [
      { label: "go on", remark: "and stay here", take: () => undefined },
      { label: "quit", remark: "the export stops", take: leave }
    ]
  })
}
