import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ReferenceServer } from "../src/index.ts"
import { SeededRandom } from "../src/SeededRandom.ts"
import { header } from "./dailyFile.ts"
import { sendRequest, at, ids } from "./requests.ts"
import { realRows } from "./realRows.ts"
import { temporaryFiles } from "./temporaryFiles.ts"

type Row = Record<string, string>

interface Query {
  readonly parameters: Readonly<Record<string, string>>
  readonly isMatch: (row: Row) => boolean
}

const time = (random: SeededRandom): string => {
  const two = (maximum: number) => String(random.between(0, maximum)).padStart(2, "0")
  return `${two(23)}:${two(59)}:${two(59)}`
}

// Every seventh row, so that each request is compared with fewer of them.
const rows = realRows.filter((_, index) => index % 7 === 0)

const rowOf = (random: SeededRandom): Row => rows[random.between(0, rows.length - 1)] ?? {}

const within = (column: string, from: string, to: string) => (row: Row) =>
  (row[column] ?? "") >= from && (row[column] ?? "") <= to

const createdRange = (random: SeededRandom): Query => {
  const [from = "", to = ""] = [time(random), time(random)].toSorted().map((at) => `2021-07-07 ${at}`)
  return {
    parameters: { created_date_from: `"${from}"`, created_date_to: `"${to}"` },
    isMatch: within("Created_Date", from, to)
  }
}

const violationRange = (random: SeededRandom): Query => {
  const [from = "", to = ""] = [rowOf(random), rowOf(random)].map((row) => row["Violation_Date"] ?? "").toSorted()
  return {
    parameters: { violation_date_from: `"${from}"`, violation_date_to: `"${to}"` },
    isMatch: within("Violation_Date", from, to)
  }
}

const violationDate = (random: SeededRandom): Query => {
  const day = (rowOf(random)["Violation_Date"] ?? "").slice(0, 10)
  return {
    parameters: { violation_date: `"${day}"` },
    isMatch: (row) => row["Violation_Date"]?.startsWith(day) === true
  }
}

const equals = (column: string, value: string) => (row: Row) => row[column]?.toLowerCase() === value.toLowerCase()

const narrowed = (random: SeededRandom): Query => {
  const row = rowOf(random)
  const [state = "", city = "", areaCode = ""] = [
    row["Consumer_State"],
    row["Consumer_City"],
    row["Consumer_Area_Code"]
  ]
  const choice = random.between(0, 3)
  if (choice === 0 && state !== "")
    return { parameters: { state: `"${state}"` }, isMatch: equals("Consumer_State", state) }
  if (choice === 1 && state !== "" && city !== "") {
    return {
      parameters: { state: `"${state}"`, city: `"${city}"` },
      isMatch: (one) => equals("Consumer_State", state)(one) && equals("Consumer_City", city)(one)
    }
  }
  if (choice === 2 && areaCode !== "") {
    return { parameters: { area_code: areaCode }, isMatch: equals("Consumer_Area_Code", areaCode) }
  }
  const isRobocall = random.fraction() < 0.5
  return {
    parameters: { is_robocall: String(isRobocall) },
    isMatch: equals("Recorded_Message_Or_Robocall", isRobocall ? "Y" : "N")
  }
}

const both = (one: Query, other: Query): Query => ({
  parameters: { ...one.parameters, ...other.parameters },
  isMatch: (row) => one.isMatch(row) && other.isMatch(row)
})

const randomQuery = (random: SeededRandom): Query => {
  const kinds = [createdRange, violationRange, violationDate, narrowed, narrowed] as const
  const first = random.pick(kinds)
  return first === narrowed && random.fraction() < 0.5 ? both(narrowed(random), createdRange(random)) : first(random)
}

/** Returns the attributes of a record in the order of the daily file's columns. */
const printed = (record: unknown): string =>
  [
    "company-phone-number",
    "created-date",
    "violation-date",
    "consumer-city",
    "consumer-state",
    "consumer-area-code",
    "subject",
    "recorded-message-or-robocall"
  ]
    .map((name) => String(at(record, "attributes", name)))
    .join("|")

const agreesWithRows = Effect.gen(function* () {
  const random = new SeededRandom(20_210_708)
  for (let round = 0; round < 150; round++) {
    const { isMatch, parameters } = randomQuery(random)
    const matching = rows.filter(isMatch)
    const order = random.fraction() < 0.5 ? "ASC" : "DESC"
    const limit = random.between(1, 50)
    const offset = random.fraction() < 0.5 ? 0 : random.between(0, matching.length)
    const query = new URLSearchParams({
      ...parameters,
      sort_order: order,
      items_per_page: String(limit),
      offset: String(offset)
    })
    const response = yield* sendRequest(`/v0/dnc-complaints?${query.toString()}`)
    assert.strictEqual(at(response.json, "meta", "records-total"), matching.length, query.toString())
    const times = matching.map((row) => row["Created_Date"] ?? "").toSorted()
    const page = (order === "ASC" ? times : times.toReversed()).slice(offset, offset + limit)
    const records = at(response.json, "data")
    const served = Array.isArray(records) ? records : []
    assert.deepStrictEqual(
      served.map((record) => at(record, "attributes", "created-date")),
      page
    )
    const printedRows = new Set(matching.map((row) => Object.values(row).join("|")))
    for (const record of served) assert.isTrue(printedRows.has(printed(record)), query.toString())
    assert.strictEqual(new Set(ids(response)).size, page.length)
  }
})

describe("the complaints", () => {
  it.effect("agree with filtering, sorting and slicing plain rows for random valid requests", () =>
    Effect.gen(function* () {
      const lines = rows.map((row) => Object.values(row).map((value) => `"${value}"`))
      const path = yield* temporaryFiles({ "rows.csv": [header, ...lines, ""].join("\n") })
      yield* agreesWithRows.pipe(
        Effect.provide(ReferenceServer.layerInProcess({ rateLimit: "off", data: [path("rows.csv")] }))
      )
    }).pipe(Effect.scoped)
  )
})
