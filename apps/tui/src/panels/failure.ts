import { messageOf, mirrorAtom, sourceInfoAtom } from "../requests.ts"
import type { View } from "./Panel.ts"
import { padLines, frame, type Lines, type Span } from "../drawing/frame.ts"
import type { PublicRecordsError } from "@public-records/core"
import { grouped } from "@public-records/text/counts"
import { wrap } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import { Option } from "effect"
import { clockLabel } from "../drawing/counts.ts"

const tryAgain = "r retry"

/** `short` replaces the error's message if there is little room. */
const texts: Record<PublicRecordsError["reason"]["_tag"], Record<"title" | "short" | "keys", string>> = {
  InvalidQuery: {
    title: "INVALID FILTER",
    short: "The filter cannot be answered.",
    keys: "f edit the filter"
  },
  InvalidOptions: { title: "INVALID SETTING", short: "A setting is wrong.", keys: "q quit · then fix the setting" },
  KeyMissing: { title: "NO KEY", short: "Set PUBLIC_RECORDS_API_KEY.", keys: "K enter a key · q quit" },
  KeyRejected: {
    title: "403 API KEY REJECTED",
    short: "Check PUBLIC_RECORDS_API_KEY.",
    keys: "K another key · q quit"
  },
  RateLimited: { title: "429 RATE LIMIT", short: "The key's rate limit is reached.", keys: tryAgain },
  Unavailable: { title: "SERVICE UNAVAILABLE", short: "Check your network connection.", keys: tryAgain },
  CircuitOpen: { title: "REQUESTS PAUSED", short: "The service failed repeatedly.", keys: tryAgain },
  DeadlineExceeded: { title: "TIMED OUT", short: "The request took too long.", keys: tryAgain },
  UnexpectedAnswer: { title: "UNEXPECTED RESPONSE", short: "Check the base URL.", keys: tryAgain },
  BadRequest: { title: "REQUEST REJECTED", short: "Retrying will not help.", keys: "f edit the filter" },
  RedirectRefused: { title: "REDIRECT BLOCKED", short: "Check the base URL.", keys: "q quit · then fix the base URL" },
  WalkStalled: { title: "NO NEW RECORDS", short: "Try again later.", keys: tryAgain },
  NotFound: { title: "NOT FOUND", short: "There is no such record.", keys: "Esc close" }
}

const mirrorTexts = { title: "MIRROR CANNOT BE READ", short: "Check the file of the mirror.", keys: tryAgain }

const signup = "https://api.data.gov/signup/"

/** Returns the message of a failure of the service. The executable reads the key from the environment. */
const serviceMessage = (reason: PublicRecordsError["reason"]): string => {
  const [what] = reason.sentences
  if (reason._tag === "KeyRejected") return `${what} Check PUBLIC_RECORDS_API_KEY, or get a key at ${signup}.`
  return reason._tag === "KeyMissing" ? `${what} Get one at ${signup} and set PUBLIC_RECORDS_API_KEY.` : reason.message
}

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
  const { reason } = activity.error
  const mirror = get(mirrorAtom)
  const isOfMirror = mirror !== undefined && reason._tag === "Unavailable"
  const message = isOfMirror ? messageOf(activity.error, mirror) : serviceMessage(reason)
  const { title, short, keys } = isOfMirror ? mirrorTexts : texts[reason._tag]
  const stillLoaded = loaded === 0 ? "" : ` The ${grouped(loaded)} loaded rows are still here.`
  const room = Math.max(0, pane - 3)
  const advice = reason._tag === "RateLimited" ? get(sourceInfoAtom).keyAdvice : ""
  const wrapped = [safeText([message, advice].join(" ").trim()) + stillLoaded, advice, short]
    .filter((text) => text !== "")
    .map((text) => wrap(text, width - 4))
  const sentence = padLines(wrapped.find(({ length }) => length <= room) ?? wrapped.at(-1) ?? [], room, "")
  const warnings = sentence.map((text): Span => ({ text, role: "warning" }))
  return frame(width, `✗ ${title}`, "", [...warnings, { text: keysOf(keys, activity.secondsLeft), role: "key" }])
}
