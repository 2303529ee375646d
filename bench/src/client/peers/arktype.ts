import { isRecordedMoment } from "@public-records/core"
import { type } from "arktype"
import { fieldsOf, isNoMoment, pageBy } from "./PeerDecoding.ts"

const moment = type("string").narrow((value) => isRecordedMoment(value))
const finite = type("number").narrow((value) => Number.isFinite(value))
const text = type("string | null").or(finite)

const complaint = type({
  type: "string > 0",
  id: "string > 0",
  attributes: {
    "company-phone-number?": text.narrow((value) => isNoMoment(value)),
    "created-date": moment,
    "violation-date": moment,
    "consumer-city?": text,
    "consumer-state?": text,
    "consumer-area-code?": text,
    "subject?": text,
    "recorded-message-or-robocall?": text
  },
  "links?": "unknown"
})

/** A page of complaints by ArkType. */
export const byArktype = pageBy((raw) => {
  const result = complaint(raw)
  return result instanceof type.errors ? { reason: result.summary } : { fields: fieldsOf(result) }
})
