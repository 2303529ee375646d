import type { CollectionName } from "../collection/CollectionDefinition.ts"
import { cut, justify, fit, widthOf } from "@public-records/text/fit"
import type { View } from "../panels/Panel.ts"
import { sessionAtom } from "../session.ts"
import { screenSourceAtom } from "../source/sourceAtoms.ts"
import type { Span } from "./frame.ts"

/** Returns the first label that fits up to its comma, so that a date is never truncated. */
const labelIn = (room: number, labels: ReadonlyArray<string>): string => {
  const fitting = labels.find((label) => widthOf(label.split(",")[0] ?? "") <= room)
  return cut(fitting ?? labels.at(-1) ?? "", Math.max(0, room))
}

const tab = (key: string, label: string, isShown: boolean): string =>
  isShown ? `[${key}] ${label}` : ` ${key}  ${label}`

/** Draws the first line: program name, tabs, and a label for the data. */
export const headerLine = ({ get, width, collection }: View): ReadonlyArray<Span> => {
  const isInsights = get(sessionAtom).basePanel === "insights"
  const labels = get(screenSourceAtom).labels(get(collection.summary).newest)
  const name = width >= 76 ? " public-records  " : " "
  const gap = width >= 50 ? "  " : " "
  const shows = (name: CollectionName): boolean => !isInsights && name === collection.name
  const tabs = [
    tab("1", width >= 50 ? "complaints" : "DNC", shows("complaints")),
    tab("2", width >= 50 ? "notices" : "HSR", shows("notices")),
    ...(width >= 70 || isInsights ? [tab("3", width >= 60 ? "insights" : "Ins", isInsights)] : [])
  ].join(gap)
  const label = labelIn(width - widthOf(name + tabs) - 3, labels)
  return [
    { text: name, role: "title" },
    { text: justify(fit(tabs, widthOf(tabs)), `${label} `, width - widthOf(name)) }
  ]
}
