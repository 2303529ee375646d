import { type Complaint, isRecordedMoment } from "@public-records/core"
import { rewriteLink } from "../ClientDecoding.ts"

type Text = string | number | null | undefined

/** A complaint's record once a peer has checked it. */
export interface CheckedRecord {
  readonly id: string
  readonly attributes: {
    readonly "company-phone-number"?: Text
    readonly "created-date": string
    readonly "violation-date": string
    readonly "consumer-city"?: Text
    readonly "consumer-state"?: Text
    readonly "consumer-area-code"?: Text
    readonly subject?: Text
    readonly "recorded-message-or-robocall"?: Text
  }
  readonly links?: unknown
}

/** What a peer makes of a record: its fields, or why there are none. */
export type Verdict = { readonly fields: typeof Complaint.Encoded } | { readonly reason: string }

/** What a peer makes of a page. */
export interface PeerPage {
  readonly records: ReadonlyArray<typeof Complaint.Encoded>
  readonly rejected: ReadonlyArray<{ readonly reason: string; readonly raw: unknown }>
}

/** A text that is no date: what may stand where the telephone number belongs. */
export const isNoMoment = (text: string | number | null): boolean => typeof text !== "string" || !isRecordedMoment(text)

const textOrNull = (text: Text): string | null =>
  text === undefined || text === null || text === "" ? null : String(text)

const selfLinkOf = (links: unknown): string | null => {
  if (typeof links !== "object" || links === null || !("self" in links)) return null
  const { self } = links
  if (typeof self === "string") return rewriteLink(self)
  return typeof self === "object" && self !== null && "href" in self && typeof self.href === "string"
    ? rewriteLink(self.href)
    : null
}

const robocallOf = (text: string): boolean | null => {
  if (text === "Y") return true
  return text === "N" ? false : null
}

/** The fields of a complaint, as core makes them. */
export const fieldsOf = ({ id, attributes, links }: CheckedRecord): typeof Complaint.Encoded => {
  const robocall = textOrNull(attributes["recorded-message-or-robocall"]) ?? ""
  return {
    id,
    companyPhoneNumber: textOrNull(attributes["company-phone-number"]),
    createdDate: attributes["created-date"],
    violationDate: attributes["violation-date"],
    consumerCity: textOrNull(attributes["consumer-city"]),
    consumerState: textOrNull(attributes["consumer-state"]),
    consumerAreaCode: textOrNull(attributes["consumer-area-code"]),
    subject: textOrNull(attributes.subject),
    isRobocall: robocallOf(robocall),
    recordedMessageOrRobocall: robocall,
    link: selfLinkOf(links)
  }
}

const hasData = (json: unknown): json is { readonly data: ReadonlyArray<unknown> } =>
  typeof json === "object" && json !== null && "data" in json && Array.isArray(json.data)

/** Decodes a page with a peer: each record by itself, so that a bad one costs only itself. */
export const pageBy =
  (decode: (raw: unknown) => Verdict) =>
  (text: string): PeerPage => {
    const json: unknown = JSON.parse(text)
    if (!hasData(json)) throw new Error("There is no list of records in the page.")
    const records: Array<typeof Complaint.Encoded> = []
    const rejected: Array<{ readonly reason: string; readonly raw: unknown }> = []
    for (const raw of json.data) {
      const verdict = decode(raw)
      if ("fields" in verdict) records.push(verdict.fields)
      else rejected.push({ reason: verdict.reason, raw })
    }
    return { records, rejected }
  }
