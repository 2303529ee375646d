import type { TextReply } from "../requests/Reply.ts"

const titles = { 400: "Bad Request", 404: "Not Found" } as const

const rfc = {
  400: "http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html#sec10.4.1",
  404: "http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html#sec10.4.5"
} as const

/** The member `jsonapi` of every response about notices. */
export const jsonapi = { version: "1.0", meta: { links: { self: { href: "http://jsonapi.org/format/1.0/" } } } }

/**
 * Returns an error of the notices' back end, which is Drupal.
 *
 * **Wire** `{"jsonapi":{…},"errors":[{"title":"Bad Request","status":"400","detail":"…","links":{…}}]}`.
 *
 * **Source** docs/api.md, statement 31.
 */
export const drupalError = (
  status: keyof typeof titles,
  detail: string,
  href: string,
  contentType: string
): TextReply => {
  const links = { via: { href }, info: { href: rfc[status] } }
  const errors = [{ title: titles[status], status: String(status), detail, links }]
  return {
    status,
    headers: { "Content-Type": contentType },
    body: JSON.stringify({ jsonapi, errors }),
    errorCode: status === 404 ? "NOT_FOUND" : "INVALID_PARAMETERS"
  }
}
