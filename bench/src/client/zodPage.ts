import { type Complaint, isRecordedMoment, type RewriteLink } from "@public-records/core"
import { z } from "zod"

type Fields = typeof Complaint.Encoded

/** Page decoded by zod. Records are decoded separately, so that an invalid one does not affect the others. */
interface ZodPage {
  readonly records: ReadonlyArray<Fields>
  readonly rejected: ReadonlyArray<{ readonly reason: string; readonly raw: unknown }>
}

const moment = z.string().refine(isRecordedMoment)
const text = z.union([z.string(), z.number(), z.null()]).optional()
/** A date instead of the telephone number means that the values of the record are shifted. */
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

const page = z.object({ data: z.array(z.unknown()) })

const textOrNull = (value: string | number | null | undefined): string | null =>
  value === undefined || value === null || value === "" ? null : String(value)

const robocallOf = (wire: string): boolean | null => {
  if (wire === "Y") return true
  return wire === "N" ? false : null
}

const fieldsOf = ({ id, attributes, links }: z.infer<typeof complaint>, rewriteLink: RewriteLink): Fields => {
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
    link: links?.self === undefined ? null : rewriteLink(links.self)
  }
}

/** Returns a function that reads a page of complaints with zod and does the same work as the client. */
export const zodPage =
  (rewriteLink: RewriteLink) =>
  (body: string): ZodPage => {
    const records: Array<Fields> = []
    const rejected: Array<ZodPage["rejected"][number]> = []
    for (const raw of page.parse(JSON.parse(body)).data) {
      const result = complaint.safeParse(raw)
      if (result.success) records.push(fieldsOf(result.data, rewriteLink))
      else rejected.push({ reason: result.error.message, raw })
    }
    return { records, rejected }
  }
