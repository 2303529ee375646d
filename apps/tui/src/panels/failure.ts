import { screenSourceAtom } from "../source/sourceAtoms.ts"
import type { View } from "./Panel.ts"
import { padLines, frame, type Lines, type Span } from "../drawing/frame.ts"
import { grouped } from "@public-records/text/counts"
import { wrap } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import { Option } from "effect"
import { clockLabel } from "../drawing/clock.ts"

const keysOf = (keys: string, secondsLeft: Option.Option<number>): string => {
  if (Option.isSome(secondsLeft)) return `Retrying in ${clockLabel(secondsLeft.value)} · r now · Esc stop`
  return keys.startsWith("Esc") ? keys : `${keys} · Esc close`
}

/** Draws the failure panel, which replaces the detail pane. Returns no lines if nothing failed. */
export const failureLines = ({ get, width, collection }: View): Lines => {
  const activity = get(collection.activity)
  const { pane } = get(collection.layout)
  if (activity._tag !== "Failed" || pane === 0) return []
  const { loaded } = get(collection.summary)
  const { advice, keys, message, short, title } = get(screenSourceAtom).failure(activity.error)
  const stillLoaded = loaded === 0 ? "" : ` The ${grouped(loaded)} loaded rows are still here.`
  const room = Math.max(0, pane - 3)
  const wrapped = [safeText([message, advice].join(" ").trim()) + stillLoaded, advice, short]
    .filter((text) => text !== "")
    .map((text) => wrap(text, width - 4))
  const sentence = padLines(wrapped.find(({ length }) => length <= room) ?? wrapped.at(-1) ?? [], room, "")
  const warnings = sentence.map((text): Span => ({ text, role: "warning" }))
  return frame(width, `✗ ${title}`, "", [...warnings, { text: keysOf(keys, activity.secondsLeft), role: "key" }])
}
