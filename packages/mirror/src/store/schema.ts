import { Effect } from "effect"
import { mirrorError, type MirrorError } from "../MirrorError.ts"
import { type Database, text } from "./Database.ts"
import { seal } from "./seal.ts"
import { raw, sql } from "./sql.ts"

/** The form of the tables. A file of another form is refused. */
export const mirrorVersion = "3"
const formName = "public-records mirror"

/**
 * The tables. `days` has what is known of each day: `why` it is partial, `claimed`, the total that the service reported, `held`, the digest of a
 * read that was held back at `held_at`, `key`, which identifies the file or service that it comes from, and `calls_digest`, see `seal`. `calls` is ordered by creation and id.
 * `number` has the ten digits of a North American number, `number_text` the text of any other; `duplicate` is 0, or n for the nth complaint
 * with equal contents; `odd` has values as they were received where the columns have others. `files` has what is known of the
 * site's daily file of each date, see `SiteFile`. `staging` has the pages of lists that a sync has not
 * read to the end. `gone` is when a notice was no longer found.
 */
const tables = `
create table meta(name varchar primary key, value varchar not null);
create table days(
  day date primary key, state varchar not null, source varchar not null, origin varchar not null,
  records integer not null, duplicates integer not null, claimed integer, set_aside integer not null,
  digest varchar not null, held varchar, fetched_at varchar not null, settled integer not null default 0,
  why varchar not null default '', held_at varchar, held_why varchar not null default '', key varchar not null default '',
  calls_digest varchar not null default '');
create table calls(
  day date not null, created timestamp not null, id uuid not null, number bigint, number_text varchar,
  called timestamp not null, city varchar not null, state varchar not null, area varchar not null, subject varchar not null,
  robocall boolean, duplicate usmallint not null, odd json);
create table files(
  date date primary key, state varchar not null, address varchar not null, etag varchar not null, modified varchar not null,
  bytes integer not null, sha256 varchar not null, asked_at varchar not null, covers date not null, awaited date);
create table set_aside(
  day date, source varchar not null, origin varchar not null, reason varchar not null, raw varchar not null, key varchar not null,
  place varchar not null);
create table notices(
  id varchar primary key, transaction_number varchar not null, title varchar not null, acquiring_party varchar not null,
  acquired_party varchar not null, acquired_entities json not null, date varchar not null, created varchar not null,
  updated varchar not null, tags json, revision varchar not null, gone varchar);
create table staging(
  list varchar not null, page integer not null, position json not null, seen json not null, records json not null,
  rejected json not null, primary key(list, page));
`

/** The table for other tools, with `null` for missing values. */
const view = `
create view complaints as
select c.day, c.created as created_date, c.called as violation_date,
  coalesce(printf('%010d', c.number), c.number_text) as company_phone_number, nullif(c.city, '') as consumer_city,
  nullif(c.state, '') as consumer_state, nullif(c.area, '') as consumer_area_code, nullif(c.subject, '') as subject,
  c.robocall as is_robocall, c.duplicate, coalesce(c.odd ->> '$.id', replace(c.id::varchar, '-', '')) as id,
  d.state as day_state, d.source as day_source
from calls c join days d on d.day = c.day;
`

/** Creates the tables in an empty database, in one transaction. */
export const createSchema = (db: Database, database: string): Effect.Effect<void, MirrorError> =>
  db.run(
    raw(
      `use ${database}; begin; ${tables} ${view} insert into meta values('${formName}', '${mirrorVersion}'); ${seal.text}; commit; use memory`
    )
  )

/**
 * Whether a database has the tables. One without any does not, because its creation was interrupted. **Fails with** `MirrorError` if it is
 * no mirror, or one of another form.
 */
export const hasSchema = Effect.fnUntraced(function* (
  db: Database,
  database: string,
  file: string
): Effect.fn.Return<boolean, MirrorError> {
  const found = yield* db.rows(sql`select table_name from duckdb_tables() where database_name = ${database}`)
  const names = found.map((row) => text(row, "table_name"))
  if (names.length === 0) return false
  const meta = names.includes("meta")
    ? yield* db.first(raw(`from ${database}.meta where name = '${formName}'`))
    : undefined
  return text(meta, "value") === mirrorVersion ? true : yield* mirrorError("Foreign", file)
})
