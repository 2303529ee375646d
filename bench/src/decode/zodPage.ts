import { type Complaint, isRecordedMoment, type RewriteLink } from "@public-records/core"
import { z } from "zod"

const moment = z.string().refine(isRecordedMoment)
const text = z.union([z.string(), z.number(), z.null()]).optional()
/** A date in place of the telephone number means that the values of the record are shifted. */
const phone = text.refine((value) => typeof value !== "string" || !isRecordedMoment(value))

const complaint = z.object({
  type: z.string().min(1),
  id: z.string().min(1),
  attributes: z.object({
    "company-phone-number": phone,
    "created-date": moment,
    "violation-date": moment,
    "consumer-city": text,
    "consumer-state": text,
    "consumer-area-code": text,
    subject: text,
    "recorded-message-or-robocall": text
  }),
  links: z.object({ self: z.string().optional() }).optional()
})
// Transforms in the schema would make zod five times slower.
const page = z.object({ data: z.array(complaint) })

const textOrNull = (value: z.infer<typeof text>): string | null =>
  value === undefined || value === null || value === "" ? null : String(value)
const answers: Readonly<Record<string, boolean>> = { Y: true, N: false }

/** Returns a function that reads a page of complaints with zod and does the same work as the client. */
export const zodPage =
  (rewriteLink: RewriteLink) =>
  (body: string): ReadonlyArray<typeof Complaint.Encoded> =>
    page.parse(JSON.parse(body)).data.map(({ attributes, id, links }) => {
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
        isRobocall: answers[robocall] ?? null,
        recordedMessageOrRobocall: robocall,
        link: links?.self === undefined ? null : rewriteLink(links.self)
      }
    })
