import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { isRecordedMoment, RecordedMoment } from "../dates/CivilDateTime.ts"
import {
  FilledText,
  isExactJson,
  isWireRecord,
  isWireText,
  selfLink,
  stringOrNull,
  TextOrNull,
  WireText
} from "./Envelope.ts"
import type { RecordDecoder } from "./Page.ts"
import type { Notice as PlainNotice } from "./plainRecords.ts"
import { keepLink, type RewriteLink } from "./RecordLink.ts"

/** The id of a notice. The observed ids are UUIDs. **Source** docs/api.md, statement 14. */
export const NoticeId = FilledText

/** A tag. Its type is not documented, and no tag has been observed. */
const Tag = Schema.Unknown.check(
  Schema.makeFilter((tag) => isExactJson(tag), { expected: "JSON that can be written unchanged" })
)

/** A notice as the service returns it. Unknown members are ignored. `isWireNotice` makes the same decisions. */
const WireNotice = Schema.Struct({
  type: FilledText,
  id: NoticeId,
  attributes: Schema.Struct({
    title: Schema.optional(WireText),
    "transaction-number": Schema.optional(WireText),
    "acquired-entities": Schema.optional(Schema.Union([WireText, Schema.Array(WireText)])),
    "acquired-party": Schema.optional(WireText),
    "acquiring-party": Schema.optional(WireText),
    date: RecordedMoment,
    created: RecordedMoment,
    updated: RecordedMoment,
    tags: Schema.optional(Tag)
  }),
  links: Schema.optionalKey(Schema.Unknown)
})
type WireNotice = typeof WireNotice.Type

const isEntities = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((entity) => entity !== undefined && isWireText(entity)) : isWireText(value)

const hasWireAttributes = (attributes: { readonly [name: PropertyKey]: unknown }): boolean =>
  isRecordedMoment(attributes["date"]) &&
  isRecordedMoment(attributes["created"]) &&
  isRecordedMoment(attributes["updated"]) &&
  isWireText(attributes["title"]) &&
  isWireText(attributes["transaction-number"]) &&
  isEntities(attributes["acquired-entities"]) &&
  isWireText(attributes["acquired-party"]) &&
  isWireText(attributes["acquiring-party"]) &&
  (attributes["tags"] === undefined || isExactJson(attributes["tags"]))

const isWireNotice = (raw: unknown): raw is WireNotice => isWireRecord(raw, hasWireAttributes)

/** A notice that the waiting period of a merger ended early. */
export interface Notice extends PlainNotice {}

/** The schema of a notice. */
export const Notice = Schema.Struct({
  id: NoticeId,
  transactionNumber: TextOrNull,
  title: TextOrNull,
  acquiringParty: TextOrNull,
  acquiredParty: TextOrNull,
  acquiredEntities: Schema.Array(FilledText),
  date: RecordedMoment,
  created: RecordedMoment,
  updated: RecordedMoment,
  tags: Schema.Array(Tag),
  link: TextOrNull
})

/** The printed members of a notice, in the order of JSON and CSV. */
export const noticeFields = [
  "id",
  "transactionNumber",
  "title",
  "acquiringParty",
  "acquiredParty",
  "acquiredEntities",
  "date",
  "created",
  "updated",
  "tags"
] as const

type Entities = WireNotice["attributes"]["acquired-entities"]

const entitiesOf = (entities: Entities): ReadonlyArray<string> =>
  (Array.isArray(entities) ? entities : [entities]).map(stringOrNull).filter(Predicate.isNotNull)

const tagsOf = (tags: unknown): ReadonlyArray<unknown> => {
  if (tags === undefined || tags === null || tags === "") return []
  return Array.isArray(tags) ? tags : [tags]
}

/** Makes a notice without the checks of its schema, which the wire schema has made. */
const read = ({ id, attributes, links }: WireNotice, rewriteLink: RewriteLink): Notice => {
  const link = selfLink(links)
  return {
    id,
    transactionNumber: stringOrNull(attributes["transaction-number"]),
    title: stringOrNull(attributes.title),
    acquiringParty: stringOrNull(attributes["acquiring-party"]),
    acquiredParty: stringOrNull(attributes["acquired-party"]),
    acquiredEntities: entitiesOf(attributes["acquired-entities"]),
    date: attributes.date,
    created: attributes.created,
    updated: attributes.updated,
    tags: tagsOf(attributes.tags),
    link: link === null ? null : rewriteLink(link)
  }
}

const toWire = (notice: Notice): WireNotice => ({
  type: "early_termination_notice",
  id: notice.id,
  attributes: {
    title: notice.title ?? "",
    "transaction-number": notice.transactionNumber ?? "",
    "acquired-entities": notice.acquiredEntities,
    "acquired-party": notice.acquiredParty ?? "",
    "acquiring-party": notice.acquiringParty ?? "",
    date: notice.date,
    created: notice.created,
    updated: notice.updated,
    ...(notice.tags.length === 0 ? {} : { tags: notice.tags })
  },
  ...(notice.link === null ? {} : { links: { self: { href: notice.link } } })
})

/**
 * The record of a notice in the `data` of a response.
 *
 * **Wire** `{ "type": "early_termination_notice", "id": "…", "attributes": { "date": "2011-04-11", … }, … }`;
 * `acquired-entities` is a string or an array of strings.
 *
 * **Fails with** `SchemaError` for a record without an id or type, or with an invalid date.
 *
 * **Source** docs/api.md, statement 13.
 */
export const NoticeFromRecord = WireNotice.pipe(
  Schema.decodeTo(
    Schema.toType(Notice),
    SchemaTransformation.transform({ decode: (wire) => read(wire, keepLink), encode: toWire })
  )
)

/** The decoder of notices, equivalent to `NoticeFromRecord`. */
export const noticeDecoder: RecordDecoder<WireNotice, Notice> = { wire: WireNotice, isWire: isWireNotice, read }
