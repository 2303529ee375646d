import { noValue } from "./columns.ts"

const underInvalid = /^https?:\/\/[^/]*\.invalid(?:[:/]|$)/i

/** Whether a record's link is one of local data, under a name that no network resolves (RFC 2606). */
export const leadsNowhere = (link: string): boolean => underInvalid.test(link)

/** A record's link, where it has one that leads somewhere. */
export const linkText = (link: string | null): string => (link === null || leadsNowhere(link) ? noValue : link)
