import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { converters } from "../src/parquet/parquetSchema.ts"
import { inZone, zones } from "../../core/test/timeZones.ts"

/** Checks something wherever this process runs. */
const inEachZone = (check: () => void) => Effect.forEach(zones, (zone) => inZone(zone, Effect.sync(check)))

it("a text column of Parquet has JSON for other values", () => {
  assert.deepStrictEqual(converters.texts(["energy", { name: "oil" }, 7, null]), [
    "energy",
    '{"name":"oil"}',
    "7",
    "null"
  ])
  assert.deepStrictEqual(converters.texts("energy"), [])
  assert.strictEqual(converters.text({ name: "oil" }), '{"name":"oil"}')
  for (const missing of [null, undefined]) assert.strictEqual(converters.text(missing), null)
})

const noon = BigInt(Date.UTC(2021, 6, 7, 12))
const midnight = BigInt(Date.UTC(2021, 6, 7))

const instants: ReadonlyArray<readonly [text: string, millis: bigint]> = [
  ["2021-07-07T12:00:00Z", noon],
  ["2021-07-07 12:00:00Z", noon],
  ["2021-07-07T08:00:00-04:00", noon],
  ["2021-07-07T08:00:00-0400", noon],
  ["2021-07-07T12:00:00.5Z", noon + 500n],
  ["2021-07-07 12:00:00", noon],
  ["2021-07-07", midnight],
  // A time without seconds is incomplete.
  ["2021-07-07 12:00", midnight]
]
it.effect.each(instants)("the instant %s of a Parquet column is in UTC, unless it has an offset", ([text, millis]) =>
  inEachZone(() => assert.strictEqual(converters.instant(text), millis))
)

const moments: ReadonlyArray<readonly [text: string, millis: bigint]> = [
  ["2021-07-07 12:00:00", noon],
  ["2021-07-07 12:00:00.123", noon + 123n],
  ["2021-07-07 12:00:00.1239", noon + 123n],
  ["2021-07-07 12:00:00 .5", noon],
  ["2021-07-07 12:00:0", midnight],
  ["2021-07-07", midnight]
]
it.effect.each(moments)(
  "the time %s of a Parquet column has at most milliseconds, and is midnight if it is incomplete",
  ([text, millis]) => inEachZone(() => assert.strictEqual(converters.moment(text), millis))
)

const dates: ReadonlyArray<readonly [text: string, days: number]> = [
  ["1969-12-31", -1],
  ["1970-01-01", 0],
  ["2021-03-14", 18_700],
  ["2021-03-15", 18_701]
]
it.effect.each(dates)("the date %s of a Parquet column is a number of days since 1970", ([text, days]) =>
  inEachZone(() => assert.strictEqual(converters.date(text), days))
)
