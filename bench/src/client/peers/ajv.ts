import { isRecordedMoment } from "@public-records/core"
import { Ajv } from "ajv"
import { type CheckedRecord, fieldsOf, pageBy } from "./PeerDecoding.ts"

const ajv = new Ajv({ allowUnionTypes: true })
ajv.addFormat("recorded-moment", { type: "string", validate: isRecordedMoment })

const filled = { type: "string", minLength: 1 }
const moment = { type: "string", format: "recorded-moment" }
const text = { type: ["string", "number", "null"] }

const isComplaint = ajv.compile<CheckedRecord>({
  type: "object",
  required: ["type", "id", "attributes"],
  properties: {
    type: filled,
    id: filled,
    attributes: {
      type: "object",
      required: ["created-date", "violation-date"],
      properties: {
        "company-phone-number": { ...text, not: moment },
        "created-date": moment,
        "violation-date": moment,
        "consumer-city": text,
        "consumer-state": text,
        "consumer-area-code": text,
        subject: text,
        "recorded-message-or-robocall": text
      }
    }
  }
})

/** A page of complaints by Ajv. */
export const byAjv = pageBy((raw) =>
  isComplaint(raw) ? { fields: fieldsOf(raw) } : { reason: ajv.errorsText(isComplaint.errors) }
)
