import { gatewayError, gatewayErrorBody } from "../gateway/GatewayError.ts"
import type { ContractSubject, Example } from "./OpenApi.ts"
import { drupalError, jsonapi } from "../notices/DrupalError.ts"
import { noticeFields } from "../store/noticeFields.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"
const complaintId = "948305afcc22e798af0263980cfc6291"
const noticeId = "0254a428-d492-4d98-8bc6-e704bad804b7"

const parsed = (json: string): unknown => JSON.parse(json)

/** Errors of the gateway, as the gates send them. */
const gatewayExamples: Readonly<Record<string, Example>> = {
  HttpsRequired: { summary: "Plain HTTP", value: parsed(gatewayError("HTTPS_REQUIRED").body) },
  ApiKeyMissing: { summary: "No key", value: parsed(gatewayError("API_KEY_MISSING").body) },
  ApiKeyInvalid: { summary: "A key that is none", value: parsed(gatewayError("API_KEY_INVALID").body) },
  UnknownRoute: { summary: "No such route", value: parsed(gatewayError("NOT_FOUND").body) },
  MethodNotAllowed: { summary: "POST", value: parsed(gatewayError("METHOD_NOT_ALLOWED").body) },
  UriTooLong: { summary: "A URL that is too long", value: parsed(gatewayError("URI_TOO_LONG").body) },
  OverRateLimit: { summary: "The limit is reached", value: parsed(gatewayError("OVER_RATE_LIMIT").body) },
  InternalServerError: {
    summary: "A mistake of the server",
    value: parsed(gatewayError("INTERNAL_SERVER_ERROR").body)
  },
  ScheduledFault: {
    summary: "A fault that was scheduled",
    value: parsed(gatewayErrorBody("SCHEDULED_FAULT", "This failure was scheduled."))
  },
  InvalidParameter: {
    summary: "items_per_page=0",
    value: parsed(gatewayErrorBody("INVALID_PARAMETERS", "items_per_page must be a whole number of at least 1."))
  },
  UnknownComplaint: {
    summary: "An id that is none",
    value: parsed(gatewayErrorBody("NOT_FOUND", "There is no complaint with this id."))
  }
}

const brokenRule: Example = {
  summary: "city=Columbus, without a state",
  value: parsed(gatewayErrorBody("INVALID_PARAMETERS", "city may be used only together with state."))
}

const drupalExamples = (origin: string): Readonly<Record<string, Example>> => {
  const refused = (summary: string, status: 400 | 404, href: string, detail: string): Example => ({
    summary,
    value: parsed(drupalError(status, detail, origin + href, "").body)
  })
  return {
    UnknownNoticeField: refused(
      "filter[party]=x, a field that does not exist",
      400,
      `${notices}?filter%5Bparty%5D=x`,
      `Invalid nested filtering. The field \`party\`, given in the path \`party\`, does not exist. The fields are ${Array.from(noticeFields.keys()).join(", ")}.`
    ),
    InvalidNoticePage: refused(
      "page[limit]=0",
      400,
      `${notices}?page%5Blimit%5D=0`,
      "page[limit] must be a whole number of at least 1."
    ),
    UnknownNotice: refused("An id that is none", 404, `${notices}/unknown`, "There is no notice with this id.")
  }
}

const complaint = (origin: string) => ({
  type: "dnc_complaint",
  id: complaintId,
  attributes: {
    "company-phone-number": "9792467685",
    "created-date": "2021-07-07 23:59:51",
    "violation-date": "2021-07-07 20:01:00",
    "consumer-city": "",
    "consumer-state": "Texas",
    "consumer-area-code": "214",
    subject: "No Subject Provided",
    "recorded-message-or-robocall": "N"
  },
  relationships: [],
  meta: [],
  links: { self: `${origin}${complaints}/${complaintId}` }
})

const notice = (origin: string, { profile }: ContractSubject) => {
  const linked = (path: string) => ({ href: `${origin}${notices}/${noticeId}${path}?resourceVersion=id%3A2358` })
  const feedsItem = { data: [], links: { related: linked("/feeds_item"), self: linked("/relationships/feeds_item") } }
  return {
    type: "early_termination_notice",
    id: noticeId,
    links: { self: linked("") },
    attributes: {
      title: "20110718: Carl C. Icahn; Blockbuster Inc. - Debtor-in-Possession",
      created: "2013-09-24T20:05:39+00:00",
      updated: "2013-09-24T22:22:27+00:00",
      "acquired-party": "Blockbuster Inc. - Debtor-in-Possession",
      "acquiring-party": "Carl C. Icahn",
      date: "2011-04-11",
      "acquired-entities": ["Blockbuster Inc. - Debtor-in-Possession"],
      "transaction-number": "20110718"
    },
    relationships: {
      node_type: { data: null, links: { self: linked("/relationships/node_type") } },
      ...(profile.hasDrupalExtras ? { feeds_item: feedsItem } : {})
    },
    ...(profile.noticeHasMeta ? { meta: [] } : {})
  }
}

const complaintExamples = (origin: string, { profile }: ContractSubject): Readonly<Record<string, Example>> => ({
  ComplaintList: {
    summary: "items_per_page=1, of the bundled sample",
    value: {
      data: [complaint(origin)],
      meta: parsed(profile.complaintMeta(1, 14_034)),
      links: { self: `${origin}${complaints}?items_per_page=1` }
    }
  },
  ComplaintAlone: {
    summary: "One complaint of the bundled sample",
    value: {
      data: [complaint(origin)],
      meta: { "records-this-page": 1, "records-total": 1 },
      links: { self: `${origin}${complaints}/${complaintId}` }
    }
  }
})

const noticeExamples = (origin: string, subject: ContractSubject): Readonly<Record<string, Example>> => {
  const envelope = (href: string) => ({
    jsonapi: parsed(jsonapi),
    data: [notice(origin, subject)],
    meta: parsed(subject.profile.noticeMeta(1, 1)),
    links: { self: { href: origin + notices + href } }
  })
  return {
    NoticeList: {
      summary: "filter[transaction-number][value]=20110718, of the bundled sample",
      value: envelope("?filter%5Btransaction-number%5D%5Bvalue%5D=20110718")
    },
    NoticeAlone: { summary: "One notice of the bundled sample", value: envelope(`/${noticeId}`) }
  }
}

/**
 * Every example of an answer, by name. Each is what the server says, with its bundled data: its tests ask it.
 */
export const examples = (subject: ContractSubject): Readonly<Record<string, Example>> => {
  const origin = subject.profile.linkOrigin ?? subject.baseUrl
  return {
    ...complaintExamples(origin, subject),
    ...noticeExamples(origin, subject),
    ...gatewayExamples,
    ...(subject.profile.refusesBrokenRules ? { BrokenRule: brokenRule } : {}),
    ...drupalExamples(origin)
  }
}
