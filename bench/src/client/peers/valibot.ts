import { isRecordedMoment } from "@public-records/core"
import * as v from "valibot"
import { fieldsOf, isNoMoment, pageBy } from "./PeerDecoding.ts"

const filled = v.pipe(v.string(), v.nonEmpty())
const moment = v.pipe(v.string(), v.check(isRecordedMoment))
const text = v.union([v.string(), v.pipe(v.number(), v.finite()), v.null()])

const complaint = v.pipe(
  v.object({
    type: filled,
    id: filled,
    attributes: v.object({
      "company-phone-number": v.optional(v.pipe(text, v.check(isNoMoment))),
      "created-date": moment,
      "violation-date": moment,
      "consumer-city": v.optional(text),
      "consumer-state": v.optional(text),
      "consumer-area-code": v.optional(text),
      subject: v.optional(text),
      "recorded-message-or-robocall": v.optional(text)
    }),
    links: v.optional(v.unknown())
  }),
  v.transform((record) => fieldsOf(record))
)

/** A page of complaints by Valibot. */
export const byValibot = pageBy((raw) => {
  const result = v.safeParse(complaint, raw)
  return result.success ? { fields: result.output } : { reason: v.summarize(result.issues) }
})
