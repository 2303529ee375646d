import type { Notice } from "@public-records/core"
import type { DetailField } from "../collection/CollectionDefinition.ts"

import { linkText, noValue } from "../collection/columns.ts"

const tagText = (tag: unknown): string => (typeof tag === "string" ? tag : (JSON.stringify(tag) ?? noValue))

const listed = (label: string, texts: ReadonlyArray<string>): ReadonlyArray<DetailField> =>
  texts.length === 0
    ? [{ label, text: noValue }]
    : texts.map((text, index) => ({ label: index === 0 ? label : "", text }))

/** Every field of a notice, in the order in which one reads it. Dates are as the service printed them. */
export const noticeDetail = (notice: Notice): ReadonlyArray<DetailField> => [
  { label: "ACQUIRING", text: notice.acquiringParty ?? noValue },
  { label: "ACQUIRED", text: notice.acquiredParty ?? noValue },
  { label: "DATE", text: notice.date },
  { label: "TRANSACTION", text: notice.transactionNumber ?? noValue },
  ...listed("ENTITIES", notice.acquiredEntities),
  { label: "TITLE", text: notice.title ?? noValue },
  { label: "CREATED", text: notice.created },
  { label: "UPDATED", text: notice.updated },
  ...listed("TAGS", notice.tags.map(tagText)),
  { label: "ID", text: notice.id },
  { label: "LINK", text: linkText(notice.link) }
]
