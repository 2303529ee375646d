import { Option } from "effect"
import { mirrorAtom, type OpenedMirror, type SourceInfo, sourceInfoAtom } from "../requests.ts"
import type { Summary } from "../collection/labels.ts"
import type { CollectionName } from "../collection/CollectionDefinition.ts"
import { counted } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { cut, justify, fit, widthOf } from "@public-records/text/fit"
import type { View } from "../panels/Panel.ts"
import { sessionAtom } from "../session.ts"
import type { Span } from "./frame.ts"

/** Returns a base URL without its scheme. */
export const hostOf = (baseUrl: string): string => safeText(baseUrl.replace(/^[a-z]+:\/\//, ""))

/** Describes a mirror by its days, longest first. */
export const mirrorLabels = ({ coverage: { complete, from, partial, to } }: OpenedMirror): ReadonlyArray<string> => {
  if (from === null || to === null) return ["mirror without complaints", "mirror"]
  const days = counted(complete + partial.length, "day", "days")
  return [`mirror, ${from} to ${to}, ${days}`, `mirror to ${to}, ${days}`, `mirror to ${to}`, "mirror"]
}

/** Returns labels for the data, longest first: a sample, the time of the newest record if the first row shows it, or the host. */
const dataLabels = (source: SourceInfo, summary: Summary, active: CollectionName): ReadonlyArray<string> => {
  if (source.isSample) {
    return [...(active === "complaints" ? [safeText(source.sampleNote)] : []), "sample data", "sample"]
  }
  return Option.match(summary.newest, {
    onNone: () => [hostOf(source.baseUrl)],
    onSome: (newest) => [
      `data through ${safeText(newest)}`,
      `to ${safeText(newest)}`,
      `to ${safeText(newest.slice(0, 10))}`
    ]
  })
}

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
  const mirror = get(mirrorAtom)
  const labels =
    mirror === undefined
      ? dataLabels(get(sourceInfoAtom), get(collection.summary), collection.name)
      : mirrorLabels(mirror).slice(-2)
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
