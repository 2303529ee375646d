import { Predicate, Schema, SchemaTransformation } from "effect"
import { RecordedMoment } from "./CivilDateTime.ts"
import { selfLink, textOrNull, WireText } from "./Envelope.ts"

/**
 * The id of a notice: any text that is not empty; a UUID as far as was seen.
 *
 * **Source** specification, "HSR early termination notice"; decision 26.
 */
export const NoticeId = Schema.NonEmptyString

/** A notice as the service prints it; unknown members pass. */
const WireNotice = Schema.Struct({
  type: Schema.NonEmptyString,
  id: NoticeId,
  attributes: Schema.Struct({
    title: Schema.optionalKey(WireText),
    "transaction-number": Schema.optionalKey(WireText),
    "acquired-entities": Schema.optionalKey(Schema.Union([WireText, Schema.Array(WireText)])),
    "acquired-party": Schema.optionalKey(WireText),
    "acquiring-party": Schema.optionalKey(WireText),
    date: RecordedMoment,
    created: RecordedMoment,
    updated: RecordedMoment,
    tags: Schema.optionalKey(Schema.Unknown)
  }),
  links: Schema.optionalKey(Schema.Unknown)
})

const TextOrNull = Schema.NullOr(Schema.NonEmptyString)

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
  acquiredEntities: Schema.Array(Schema.NonEmptyString),
  date: RecordedMoment,
  created: RecordedMoment,
  updated: RecordedMoment,
  tags: Schema.Array(Schema.Unknown),
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

type Entities = (typeof WireNotice.Type)["attributes"]["acquired-entities"]

const entitiesOf = (entities: Entities): ReadonlyArray<string> =>
  (Array.isArray(entities) ? entities : [entities]).map(textOrNull).filter(Predicate.isNotNull)

const tagsOf = (tags: unknown): ReadonlyArray<unknown> => {
  if (tags === undefined || tags === null || tags === "") return []
  return Array.isArray(tags) ? tags : [tags]
}

const fromWire = ({ id, attributes, links }: typeof WireNotice.Type): typeof Notice.Encoded => ({
  id,
  transactionNumber: textOrNull(attributes["transaction-number"]),
  title: textOrNull(attributes.title),
  acquiringParty: textOrNull(attributes["acquiring-party"]),
  acquiredParty: textOrNull(attributes["acquired-party"]),
  acquiredEntities: entitiesOf(attributes["acquired-entities"]),
  date: attributes.date,
  created: attributes.created,
  updated: attributes.updated,
  tags: tagsOf(attributes.tags),
  link: selfLink(links)
})

const toWire = (notice: typeof Notice.Encoded): typeof WireNotice.Type => ({
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
  Schema.decodeTo(Notice, SchemaTransformation.transform({ decode: fromWire, encode: toWire }))
)
