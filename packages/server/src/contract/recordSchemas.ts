import { maxRecordsPerPage, subjects } from "@public-records/core"
import { type JsonSchema, schemaRef } from "./OpenApi.ts"
import type { Profile } from "../Profile.ts"

const object = (properties: Readonly<Record<string, unknown>>, optional: ReadonlyArray<string> = []): JsonSchema => ({
  type: "object",
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties
})

const url: JsonSchema = { type: "string", format: "uri", pattern: "^https?://" }
const linked = object({ href: url })

const civilDateTime = (description: string): JsonSchema => ({
  type: "string",
  pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$",
  description: `${description} A civil time, \`YYYY-MM-DD HH:MM:SS\`: no time zone is named.`
})

const instant = (description: string): JsonSchema => ({
  type: "string",
  format: "date-time",
  pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\+00:00$",
  description: `${description} ISO 8601 with its offset, \`YYYY-MM-DDTHH:MM:SS+00:00\`.`
})

// The documentation says digits only, and real records have other text here.
const digits = (description: string): JsonSchema => ({
  type: "string",
  description: `${description} Digits, by the documentation; a few real records have other text.`
})

const complaint: JsonSchema = {
  description: "A complaint about an unwanted call, reported by a consumer and not verified.",
  ...object({
    type: { const: "dnc_complaint" },
    id: { type: "string", minLength: 1, description: "32 hexadecimal characters." },
    attributes: object({
      "company-phone-number": digits("The number that the call came from; may be empty."),
      "created-date": civilDateTime("When the complaint was made."),
      "violation-date": civilDateTime("When the call was received; may have the time 00:00:00."),
      "consumer-city": { type: "string", description: "The consumer's city, as reported; may be empty." },
      "consumer-state": { type: "string", description: "The consumer's state, its full name; may be empty." },
      "consumer-area-code": digits("The consumer's area code; may be empty."),
      subject: {
        type: "string",
        description:
          "What the call was about, an open list of labels; may be empty. Most labels have two spaces before the ampersand.",
        examples: subjects.map(({ wire }) => wire)
      },
      "recorded-message-or-robocall": {
        enum: ["Y", "N", ""],
        description: "`Y` for a recorded message or robocall, `N` for none, or empty."
      }
    }),
    relationships: { type: "array", maxItems: 0 },
    meta: { type: "array", maxItems: 0 },
    links: object({
      self: { ...url, description: "The record itself. It has no key: send yours along." }
    })
  })
}

const count: JsonSchema = { type: "integer", minimum: 0 }

const complaintListMeta = ({ name }: Profile): JsonSchema =>
  name === "documented"
    ? object({
        "records-this-page": { ...count, maximum: maxRecordsPerPage },
        "records-total": { ...count, description: "How many complaints match." }
      })
    : object({
        "records-this-page": { ...count, maximum: maxRecordsPerPage },
        "record-total": {
          anyOf: [count, { type: "object", description: "A stray object of the back end; it says no total." }],
          description: "Spelled without the s. Anything but a number says nothing."
        }
      })

const noticeAttributes = ({ servesTags }: Profile): JsonSchema =>
  object(
    {
      title: { type: "string", description: "`<transaction-number>: <acquiring party>; <acquired party>`" },
      created: instant("When the record was made."),
      updated: instant("When the record was last changed."),
      "acquired-party": { type: "string", description: "The party that was acquired." },
      "acquiring-party": { type: "string", description: "The party that acquired." },
      date: {
        type: "string",
        format: "date",
        pattern: "^\\d{4}-\\d{2}-\\d{2}$",
        description: "The date of the transaction, `YYYY-MM-DD`."
      },
      "acquired-entities": {
        type: "array",
        items: { type: "string" },
        description: "The entities that were acquired. The documentation's table says a string; records carry an array."
      },
      "transaction-number": { type: "string", description: "Digits: the fiscal year and a sequence." },
      ...(servesTags
        ? {
            tags: {
              type: "array",
              items: { type: "string" },
              description: "Documented, and absent from the documentation's samples; present where the data set has it."
            }
          }
        : {})
    },
    ["tags"]
  )

const notice = (profile: Profile): JsonSchema => ({
  description: "A notice that the waiting period of a merger ended early.",
  ...object({
    type: { const: "early_termination_notice" },
    id: { type: "string", minLength: 1, description: "A UUID." },
    links: object({ self: { ...linked, description: "The record, with the `resourceVersion` `id:<revision>`." } }),
    attributes: noticeAttributes(profile),
    relationships: object({
      node_type: object({ data: { type: "null" }, links: object({ self: linked }) }),
      ...(profile.hasDrupalExtras
        ? {
            feeds_item: object({
              data: { type: "array", maxItems: 0 },
              links: object({ related: linked, self: linked })
            })
          }
        : {})
    }),
    ...(profile.noticeHasMeta ? { meta: { type: "array" } } : {})
  })
})

const jsonapi = object({ version: { const: "1.0" }, meta: object({ links: object({ self: linked }) }) })

const noticeListMeta = ({ name }: Profile): JsonSchema =>
  object({
    count:
      name === "documented"
        ? {
            type: "string",
            pattern: "^\\d+$",
            description:
              "How many notices this page has, as a text. The documentation's table names `page`, `pages-total`, `records-this-page` and `records-total` as well; its samples, and this server, do not have them."
          }
        : { ...count, description: "How many notices match, as a number." }
  })

const several = (record: string) => ({ type: "array", maxItems: maxRecordsPerPage, items: schemaRef(record) })
const one = (record: string) => ({ type: "array", minItems: 1, maxItems: 1, items: schemaRef(record) })

/**
 * The schemas of records and of the envelopes around them, as the running profile has them.
 *
 * **Source** specification, "Resources and their fields"; decisions 1, 3, 4, 5, 13, 23 and 35.
 */
export const recordSchemas = (profile: Profile): Readonly<Record<string, JsonSchema>> => {
  const next = profile.hasDrupalExtras
    ? { next: { ...linked, description: "The next page, where there is one. It has no key." } }
    : {}
  const noticeLinks = object({ self: { ...linked, description: "The request, without the key." }, ...next }, ["next"])
  const complaintLinks = object({ self: { ...url, description: "The request, without the key." } })
  return {
    Complaint: complaint,
    ComplaintList: {
      description: "A page of complaints; `data` is empty where nothing matches or the offset is past the end.",
      ...object({ data: several("Complaint"), meta: complaintListMeta(profile), links: complaintLinks })
    },
    ComplaintAlone: {
      description: "One complaint, in the envelope of a list.",
      ...object({
        data: one("Complaint"),
        meta: object({ "records-this-page": { const: 1 }, "records-total": { const: 1 } }),
        links: complaintLinks
      })
    },
    Notice: notice(profile),
    NoticeList: {
      description: "A page of notices; `data` is empty where nothing matches or the offset is past the end.",
      ...object({ jsonapi, data: several("Notice"), meta: noticeListMeta(profile), links: noticeLinks })
    },
    NoticeAlone: {
      description: "One notice, in the envelope of a list.",
      ...object({ jsonapi, data: one("Notice"), meta: noticeListMeta(profile), links: noticeLinks })
    }
  }
}

/** The schemas of errors, of the gateway and of the notices' back end, and of what is this server's own. */
export const otherSchemas: Readonly<Record<string, JsonSchema>> = {
  GatewayError: {
    description: "An error of the gateway, or about complaints.",
    ...object({
      error: object({
        code: {
          type: "string",
          examples: [
            "NOT_FOUND",
            "METHOD_NOT_ALLOWED",
            "URI_TOO_LONG",
            "HTTPS_REQUIRED",
            "API_KEY_MISSING",
            "API_KEY_INVALID",
            "OVER_RATE_LIMIT",
            "INVALID_PARAMETERS",
            "INTERNAL_SERVER_ERROR"
          ]
        },
        message: { type: "string", description: "A sentence for people." }
      })
    })
  },
  DrupalError: {
    description: "An error of the notices' back end, which is Drupal.",
    ...object({
      jsonapi,
      errors: {
        type: "array",
        minItems: 1,
        items: object({
          title: { type: "string" },
          status: { type: "string", description: "The HTTP status, as a text." },
          detail: { type: "string", description: "A sentence for people." },
          links: object({ via: linked, info: linked })
        })
      }
    })
  },
  Health: {
    description: "That the server answers, and from what.",
    ...object({
      status: { const: "ok" },
      dataSet: { type: "string", description: "Where the records come from." },
      isSample: { type: "boolean", description: "Whether they are the bundled or a generated sample." },
      complaints: count,
      notices: count
    })
  }
}
