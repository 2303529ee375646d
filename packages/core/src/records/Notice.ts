import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { RecordedMoment } from "../dates/CivilDateTime.ts"
import { FilledText, isExactJson, selfLink, stringOrNull, TextOrNull, WireText } from "./Envelope.ts"
import type { Notice as PlainNotice } from "./plainRecords.ts"

/** The id of a notice. The service's observed ids are UUIDs. **Source** docs/api.md, statement 14. */
export const NoticeId = FilledText

/** A tag. Its type is not documented, and no tag has been observed. */
const Tag = Schema.Unknown.check(
  Schema.makeFilter((tag) => isExactJson(tag), { expected: "JSON that can be written unchanged" })
)

/** A notice as the service returns it. Unknown members are ignored. */
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
  created: Schema.NullOr(RecordedMoment),
  updated: Schema.NullOr(RecordedMoment),
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

/** Returns a notice as the client has it, without checking it. */
export const readNotice = ({ id, attributes, links }: WireNotice): Notice => ({
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
  link: selfLink(links)
})

/**
 * The record of a notice in the `data` of a response.
 *
 * **Wire** `{ "type": "early_termination_notice", "id": "…", "attributes": { "date": "2011-04-11", … }, … }`;
 * `acquired-entities` is a string or an array of strings.
 *
 * **Fails with** `SchemaError` for a record without an id or type, or with an invalid date. Notices cannot be encoded.
 *
 * **Source** docs/api.md, statement 13.
 */
export const NoticeFromRecord = WireNotice.pipe(
  Schema.decodeTo(Schema.toType(Notice), {
    decode: SchemaGetter.transform(readNotice),
    encode: SchemaGetter.forbidden(() => "the service accepts no notices")
  })
)
