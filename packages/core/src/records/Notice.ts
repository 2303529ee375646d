import { Predicate, Schema, SchemaTransformation, type Types } from "effect"
import { isRecordedMoment, RecordedMoment } from "../dates/CivilDateTime.ts"
import { FilledText, isExactFilledString, isExactJson, isWireText, selfLink, textOrNull, WireText } from "./Envelope.ts"
import { type RecordDecoder } from "./Page.ts"
import { keepLink, type RewriteLink } from "./RecordLink.ts"

/**
 * The id of a notice: any text that is not empty; a UUID as far as was seen.
 *
 * **Source** specification, "HSR early termination notice"; decision 26.
 */
export const NoticeId = FilledText

/** A tag, or all of them: the service documents no type, and none was seen. */
const Tag = Schema.Unknown.check(
  Schema.makeFilter((tag) => isExactJson(tag), { expected: "JSON that can be written unchanged" })
)

/** A notice as the service prints it; unknown members pass. `isWireNotice` says the same. */
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

const isMoment = (value: unknown): boolean => typeof value === "string" && isRecordedMoment(value)

const isEntities = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((entity) => entity !== undefined && isWireText(entity)) : isWireText(value)

const hasWireAttributes = (attributes: { readonly [name: PropertyKey]: unknown }): boolean =>
  isMoment(attributes["date"]) &&
  isMoment(attributes["created"]) &&
  isMoment(attributes["updated"]) &&
  isWireText(attributes["title"]) &&
  isWireText(attributes["transaction-number"]) &&
  isEntities(attributes["acquired-entities"]) &&
  isWireText(attributes["acquired-party"]) &&
  isWireText(attributes["acquiring-party"]) &&
  (attributes["tags"] === undefined || isExactJson(attributes["tags"]))

const isWireNotice = (raw: unknown): raw is WireNotice => {
  if (!Predicate.isObject(raw)) return false
  const { type, id, attributes } = raw
  return (
    isExactFilledString(type) &&
    isExactFilledString(id) &&
    Predicate.isObject(attributes) &&
    hasWireAttributes(attributes)
  )
}

const TextOrNull = Schema.NullOr(FilledText)

/**
 * A notice that the waiting period of a merger ended early.
 *
 * **Units** `date` is a civil date; `created` and `updated` are ISO 8601 with their offset, as the service printed them.
 *
 * **Gotchas** `tags` were never seen in a record: an element is kept as it came, whatever it is.
 *
 * **Source** specification, "HSR early termination notice"; decisions 1, 3 and 18.
 */
export class Notice extends Schema.Class<Notice>("@public-records/core/Notice")({
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
}) {}

/** What front ends print of a notice, in this order: the members of its JSON, and the header of its CSV. */
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
  (Array.isArray(entities) ? entities : [entities]).map(textOrNull).filter(Predicate.isNotNull)

const tagsOf = (tags: unknown): ReadonlyArray<unknown> => {
  if (tags === undefined || tags === null || tags === "") return []
  return Array.isArray(tags) ? tags : [tags]
}

/** Makes a notice without its constructor, which would check again what the wire form has shown. */
const read = ({ id, attributes, links }: WireNotice, rewriteLink: RewriteLink): Notice => {
  const notice: Types.Mutable<Notice> = Object.create(Notice.prototype)
  const link = selfLink(links)
  notice.id = id
  notice.transactionNumber = textOrNull(attributes["transaction-number"])
  notice.title = textOrNull(attributes.title)
  notice.acquiringParty = textOrNull(attributes["acquiring-party"])
  notice.acquiredParty = textOrNull(attributes["acquired-party"])
  notice.acquiredEntities = entitiesOf(attributes["acquired-entities"])
  notice.date = attributes.date
  notice.created = attributes.created
  notice.updated = attributes.updated
  notice.tags = tagsOf(attributes.tags)
  notice.link = link === null ? null : rewriteLink(link)
  return notice
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
 * A notice's record object in an answer's `data`.
 *
 * **Wire** `{ "type": "early_termination_notice", "id": "…", "attributes": { "date": "2011-04-11", … }, … }`;
 * `acquired-entities` a text or an array of texts.
 *
 * **Fails with** `SchemaError` where the record breaks the contract: no id or type, or a date that is none.
 *
 * **Source** specification, "HSR early termination notice"; decisions 3 and 27.
 */
export const NoticeFromRecord = WireNotice.pipe(
  Schema.decodeTo(
    Schema.toType(Notice),
    SchemaTransformation.transform({ decode: (wire) => read(wire, keepLink), encode: toWire })
  )
)

/** How a page of notices is read; `NoticeFromRecord` reads one record just so. */
export const noticeDecoder: RecordDecoder<WireNotice, Notice> = { wire: WireNotice, isWire: isWireNotice, read }
