import { justify, justifyFirstFitting, widthOf } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import { Option } from "effect"
import { type Waiting, waitingAtom } from "../requests.ts"
import { exportWorkAtom } from "../backgroundExport.ts"
import { syncWorkAtom } from "../backgroundSync.ts"
import { clockLabel, secondOf } from "./clock.ts"
import { rowLabel } from "./counts.ts"
import type { Lines, Span } from "./frame.ts"
import { reportPosition } from "../panels/report.ts"
import { quotaAtom, secondsToRequestAtom } from "../quota.ts"
import type { View } from "../panels/Panel.ts"
import { type PanelName, type Session, sessionAtom } from "../session.ts"
import { screenSourceAtom } from "../source/sourceAtoms.ts"

/** Returns the panel on the screen, or the one below the help, a menu or a prompt. */
const shownPanel = ({ panel, panelBelow }: Session): PanelName =>
  panel === "help" || panel === "menu" || panel === "prompt" ? panelBelow : panel

const hintsFor = ({ panel, notification }: Session, width: number): string => {
  if (panel === "form" || panel === "report" || panel === "help" || panel === "menu" || panel === "prompt") return ""
  if (notification !== "" && width < 90) return ""
  if (panel === "insights" && width >= 56) return "Tab chart  Enter facet  t expand  ? help"
  if (width >= 90) return "Enter record  / search  f filter  ? help  q quit"
  return width >= 56 ? "f filter  ? help  q quit" : "? help"
}

/** Work in progress, and the key that ends it. `key` is empty if no key does. */
interface Work {
  readonly text: string
  readonly key: "" | "Esc stops" | "Esc cancels" | "M stops"
}

const waitReasons: Record<Waiting["for"], string> = {
  budget: "rate limit reached",
  pause: "the service requested a pause",
  retry: "waiting for the service"
}

/** Says for what a request waits, and until when. `next` is shorter. Both are empty if no request waits. */
const waitTexts = (get: View["get"], key: Work["key"]): { readonly limited: string; readonly next: string } => {
  const waiting = get(waitingAtom)
  const seconds = get(secondsToRequestAtom)
  const reason =
    waiting === undefined ? (get(quotaAtom).waiting > 0 ? waitReasons.budget : "") : waitReasons[waiting.for]
  if (!key.startsWith("Esc") || (Option.isNone(seconds) && waiting === undefined)) return { limited: "", next: "" }
  // The time is right also after the computer slept, when the countdown is over and the request is still to be sent.
  const at = waiting === undefined ? "" : `${waiting.for === "retry" ? "try" : "request"} at ${secondOf(waiting.until)}`
  const next = `next ${Option.match(seconds, { onNone: () => at, onSome: (left) => `in ${clockLabel(left)}` })}, Esc stops`
  return { limited: reason === "" ? next : `${reason}, ${next}`, next }
}

/** Describes the work in progress. Includes the cursor position or the wait for the next request if there is room. */
const progressText = (
  { text, key }: Work,
  position: string,
  { limited, next }: ReturnType<typeof waitTexts>,
  width: number
): string => {
  const [short = ""] = text.split(", ")
  const fits = (candidate: string): boolean => widthOf(candidate) + 1 <= width
  if (next !== "") {
    const wordy = width >= 60 ? [`${limited} ${text}`, `${limited} ${short}`] : []
    return [...wordy, limited].find(fits) ?? next
  }
  const end = key === "" ? "…" : `… ${key}`
  const places = position === "" ? [] : [`${position} · ${text}${end}`, `${position} · ${short}${end}`]
  return [...places, `${text}${end}`].find(fits) ?? `${short}${end}`
}

/** Draws the last line: the requests, and as much of host and key source as fits, or the days of local records. */
const accountLine = ({ get, width, collection }: View): ReadonlyArray<Span> => {
  const activity = get(collection.activity)
  const failure = activity._tag === "Failed" ? activity.error : undefined
  const texts = get(screenSourceAtom).accountTexts(get(quotaAtom), failure)
  return [{ text: justifyFirstFitting(texts, width), role: "faint" }]
}

const workOf = ({ get, collection }: View): Work => {
  const loading = get(collection.activityLabel)
  if (loading !== "") return { text: loading, key: get(collection.isLoadingAll) ? "Esc stops" : "Esc cancels" }
  const counting = get(sessionAtom).basePanel === "insights" ? get(collection.insights.activityLabel) : ""
  if (counting !== "") return { text: counting, key: "" }
  const exporting = get(exportWorkAtom)
  return exporting.text === "" ? get(syncWorkAtom) : exporting
}

/** Draws the status lines: a message, the progress or the cursor position, with some keys. Below them limit and source. */
export const statusLines = (view: View): Lines => {
  const { get, width, height, collection } = view
  const session = get(sessionAtom)
  const isInsights = session.basePanel === "insights"
  const position = isInsights
    ? get(collection.insights.positionLabel)
    : rowLabel(get(collection.view).cursor, get(collection.summary))
  const work = workOf(view)
  const progress = progressText(work, position, waitTexts(get, work.key), width)
  const rowOrProgress = work.text === "" ? position : progress
  const place = shownPanel(session) === "report" ? get(reportPosition) : rowOrProgress
  const left = safeText(session.notification || place)
  const hints = hintsFor(session, width)
  const right = widthOf(left) + widthOf(hints) + 4 > width ? "" : `${hints} `
  return [[{ text: justify(` ${left}`, right, width) }], accountLine(view)].slice(0, height)
}
