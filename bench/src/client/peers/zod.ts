import { isRecordedMoment } from "@public-records/core"
import { z } from "zod"
import { fieldsOf, isNoMoment, pageBy } from "./PeerDecoding.ts"

const moment = z.string().refine(isRecordedMoment)
const text = z.union([z.string(), z.number(), z.null()])

const complaint = z
  .object({
    type: z.string().min(1),
    id: z.string().min(1),
    attributes: z.object({
      "company-phone-number": text.refine(isNoMoment).optional(),
      "created-date": moment,
      "violation-date": moment,
      "consumer-city": text.optional(),
      "consumer-state": text.optional(),
      "consumer-area-code": text.optional(),
      subject: text.optional(),
      "recorded-message-or-robocall": text.optional()
    }),
    links: z.unknown()
  })
  .transform(fieldsOf)

/** A page of complaints by Zod. */
export const byZod = pageBy((raw) => {
  const result = complaint.safeParse(raw)
  return result.success ? { fields: result.data } : { reason: result.error.message }
})
