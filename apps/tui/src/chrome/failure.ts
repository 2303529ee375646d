import type { PublicRecordsError } from "@public-records/core"
import { Option } from "effect"
import { safeText } from "@public-records/text/safeText"
import { grouped } from "@public-records/text/counts"
import { clockLabel } from "./counts.ts"

/** What a panel says about a failure: a title, one sentence, and the key to press. */
export interface FailureText {
  readonly title: string
  readonly sentence: string
  /** The sentence where there is little room. */
  readonly short: string
  readonly keys: string
}

type ReasonTag = PublicRecordsError["reason"]["_tag"]

const tryAgain = "r try again"

interface Shown {
  readonly title: string
  /** The sentence where there is no room for the reason's own. */
  readonly short: string
  readonly keys: string
}

const shown: Readonly<Record<ReasonTag, Shown>> = {
  InvalidQuery: { title: "NOT SENT", short: "The service cannot answer this filter.", keys: "f change the filter" },
  InvalidOptions: { title: "SETTINGS", short: "A setting is wrong.", keys: "q quit · then mend the setting" },
  KeyMissing: { title: "NO KEY", short: "Set PUBLIC_RECORDS_API_KEY.", keys: "K enter a key · q quit" },
  KeyRejected: {
    title: "403 KEY NOT ACCEPTED",
    short: "Check PUBLIC_RECORDS_API_KEY.",
    keys: "K another key · q quit"
  },
  RateLimited: { title: "429 RATE LIMIT", short: "The key's rate limit is used up.", keys: tryAgain },
  Unavailable: { title: "SERVICE NOT REACHED", short: "Rows, find and export go on.", keys: tryAgain },
  CircuitOpen: { title: "SERVICE LEFT ALONE", short: "It failed several times in a row.", keys: tryAgain },
  DeadlineExceeded: { title: "TOO SLOW", short: "The time for this call is over.", keys: tryAgain },
  UnexpectedAnswer: { title: "UNEXPECTED ANSWER", short: "Is the base URL right?", keys: tryAgain },
  BadRequest: { title: "REQUEST REFUSED", short: "Asking again will not help.", keys: "f change the filter" },
  RedirectRefused: { title: "REDIRECT REFUSED", short: "Check the base URL.", keys: "q quit · then mend the base URL" },
  WalkStalled: { title: "NO NEW RECORDS", short: "Try again later.", keys: tryAgain },
  NotFound: { title: "NOT FOUND", short: "There is no such record.", keys: "Esc close" }
}

const keptRows = (loaded: number): string => (loaded === 0 ? "" : ` The ${grouped(loaded)} loaded rows are still here.`)

/** The panel's text for a failure, with the time until the next try where it asks again by itself. */
export const failureText = (
  { reason }: PublicRecordsError,
  secondsLeft: Option.Option<number>,
  loaded: number
): FailureText => {
  const { title, short, keys } = shown[reason._tag]
  const sentence = safeText(reason.message) + keptRows(loaded)
  return Option.match(secondsLeft, {
    onNone: () => ({ title, short, sentence, keys: keys.startsWith("Esc") ? keys : `${keys} · Esc close` }),
    onSome: (seconds) => ({
      title,
      short,
      sentence,
      keys: `Again in ${clockLabel(seconds)} · r now · Esc stop`
    })
  })
}
