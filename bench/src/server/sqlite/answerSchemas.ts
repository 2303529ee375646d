/** The forms of answers, from which Fastify makes functions that write JSON. */

const text = { type: "string" }
const empty = { type: "array", maxItems: 0 }
const link = { type: "object", properties: { href: text } }
const selfLink = { type: "object", properties: { self: link } }

const complaint = {
  type: "object",
  properties: {
    type: text,
    id: text,
    attributes: {
      type: "object",
      properties: {
        "company-phone-number": text,
        "created-date": text,
        "violation-date": text,
        "consumer-city": text,
        "consumer-state": text,
        "consumer-area-code": text,
        subject: text,
        "recorded-message-or-robocall": text
      }
    },
    relationships: empty,
    meta: empty,
    links: { type: "object", properties: { self: text } }
  }
}

const notice = {
  type: "object",
  properties: {
    type: text,
    id: text,
    links: selfLink,
    attributes: {
      type: "object",
      properties: {
        title: text,
        created: text,
        updated: text,
        "acquired-party": text,
        "acquiring-party": text,
        date: text,
        "acquired-entities": { type: "array", items: text },
        "transaction-number": text
      }
    },
    relationships: {
      type: "object",
      properties: {
        node_type: { type: "object", properties: { data: { type: "null" }, links: selfLink } }
      }
    },
    meta: empty
  }
}

const counts = {
  type: "object",
  properties: { "records-this-page": { type: "integer" }, "records-total": { type: "integer" } }
}

/** The envelope of complaints. */
export const complaintAnswer = {
  response: {
    200: {
      type: "object",
      properties: {
        data: { type: "array", items: complaint },
        meta: counts,
        links: { type: "object", properties: { self: text } }
      }
    }
  }
}

/** The envelope of notices. */
export const noticeAnswer = {
  response: {
    200: {
      type: "object",
      properties: {
        jsonapi: {
          type: "object",
          properties: {
            version: text,
            meta: { type: "object", properties: { links: selfLink } }
          }
        },
        data: { type: "array", items: notice },
        meta: { type: "object", properties: { count: text } },
        links: selfLink
      }
    }
  }
}
