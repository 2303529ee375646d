import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ReferenceServer } from "../src/index.ts"
import { sendRequest, at, attribute, data, ids } from "./requests.ts"
import { countRows } from "./realRows.ts"

const list = "/v0/dnc-complaints"

const total = (path: string) => Effect.map(sendRequest(path), (response) => at(response.json, "meta", "records-total"))

layer(ReferenceServer.layerInProcess({ rateLimit: "off" }))("GET /v0/dnc-complaints", (it) => {
  it.effect("returns the newest 50 of all 14,034 complaints without parameters", () =>
    Effect.gen(function* () {
      const response = yield* sendRequest(list)
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers.get("content-type"), "application/json")
      assert.deepStrictEqual(at(response.json, "meta"), {
        "records-this-page": 50,
        "records-total": 14_034,
        "record-total": 14_034
      })
      assert.deepStrictEqual(at(response.json, "links"), { self: "https://reference-server.invalid/v0/dnc-complaints" })
      assert.strictEqual(attribute(response, "created-date")[0], "2021-07-07 23:59:51")
    })
  )

  it.effect("returns every member of a record with the values of the daily file", () =>
    Effect.gen(function* () {
      const response = yield* sendRequest(`${list}?sort_order=ASC&items_per_page=1&state=Illinois&city=Clinton`)
      const [record] = data(response)
      const id = String(at(record, "id"))
      assert.match(id, /^[0-9a-f]{32}$/)
      assert.deepStrictEqual(record, {
        type: "dnc_complaint",
        id,
        attributes: {
          "company-phone-number": "2178398804",
          "created-date": "2021-07-07 00:01:41",
          "violation-date": "2021-07-06 18:17:00",
          "consumer-city": "Clinton",
          "consumer-state": "Illinois",
          "consumer-area-code": "217",
          subject: "Warranties  & protection plans",
          "recorded-message-or-robocall": "Y"
        },
        relationships: [],
        meta: [],
        links: { self: `https://reference-server.invalid/v0/dnc-complaints/${id}` }
      })
    })
  )

  const documented: ReadonlyArray<readonly [string, (row: Record<string, string>) => boolean]> = [
    ['created_date="2021-07-07"', () => true],
    ['created_date="2021-07-06"', () => false],
    ["created_date=2021-07-07", () => true],
    ["created_date_from=%222021-07-06%22&created_date_to=%222021-07-07%22", () => true],
    [
      "created_date_from=%222021-07-07+12:00:00%22&created_date_to=%222021-07-07%2012:59:59%22",
      (row) => row["Created_Date"]?.startsWith("2021-07-07 12:") === true
    ],
    ['violation_date="2021-07-06"', (row) => row["Violation_Date"]?.startsWith("2021-07-06") === true],
    [
      'violation_date_from="2021-07-01"&violation_date_to="2021-07-05"',
      (row) => (row["Violation_Date"] ?? "") >= "2021-07-01" && (row["Violation_Date"] ?? "") < "2021-07-06"
    ],
    [
      'violation_date_from="2021-07-06 08:00:00"&violation_date_to="2021-07-06 09:30:00"',
      (row) =>
        (row["Violation_Date"] ?? "") >= "2021-07-06 08:00:00" && (row["Violation_Date"] ?? "") <= "2021-07-06 09:30:00"
    ],
    ["state=Ohio", (row) => row["Consumer_State"] === "Ohio"],
    ["state=%22New+York%22", (row) => row["Consumer_State"] === "New York"],
    ["state=new%20york", (row) => row["Consumer_State"] === "New York"],
    ["state=Nowhere", () => false],
    [
      "state=Ohio&city=Columbus",
      (row) => row["Consumer_State"] === "Ohio" && row["Consumer_City"]?.toLowerCase() === "columbus"
    ],
    [
      'state="New York"&city="New York"&created_date_from="2021-07-07"&created_date_to="2021-07-07 11:59:59"',
      (row) =>
        row["Consumer_State"] === "New York" &&
        row["Consumer_City"]?.toLowerCase() === "new york" &&
        (row["Created_Date"] ?? "") < "2021-07-07 12:00:00"
    ],
    ["area_code=216", (row) => row["Consumer_Area_Code"] === "216"],
    [
      'area_code=216&created_date_from="2021-07-07 12:00:00"&created_date_to="2021-07-07"',
      (row) => row["Consumer_Area_Code"] === "216" && (row["Created_Date"] ?? "") >= "2021-07-07 12:00:00"
    ],
    ["is_robocall=true", (row) => row["Recorded_Message_Or_Robocall"] === "Y"],
    ["is_robocall=false", (row) => row["Recorded_Message_Or_Robocall"] === "N"],
    [
      'is_robocall=false&created_date_from="2021-07-07"&created_date_to="2021-07-07 05:00:00"',
      (row) => row["Recorded_Message_Or_Robocall"] === "N" && (row["Created_Date"] ?? "") <= "2021-07-07 05:00:00"
    ],
    ['state="%0ANew York%0A"', (row) => row["Consumer_State"] === "New York"],
    ['state=" New York "', (row) => row["Consumer_State"] === "New York"],
    ["state=%20%20New York%20", (row) => row["Consumer_State"] === "New York"],
    ['state="New" York', () => false],
    ['state=xNew York"', () => false],
    ["unknown=ignored&state=", () => true]
  ]

  it.effect.each(documented)("finds the rows of the daily file for %s", ([query, isMatch]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* total(`${list}?${query}`), countRows(isMatch))
    })
  )

  const refused: ReadonlyArray<readonly [string, string]> = [
    ["city=Columbus", "city may be used only together with state."],
    ["created_date_from=2021-07-07", "created_date_from and created_date_to must be used together."],
    ["created_date_to=2021-07-07", "created_date_from and created_date_to must be used together."],
    ["violation_date_to=2021-07-07", "violation_date_from and violation_date_to must be used together."],
    [
      "state=Ohio&area_code=216",
      "Only one of state, area_code and is_robocall may be used in a request (here: state, area_code)."
    ],
    [
      "area_code=216&is_robocall=true",
      "Only one of state, area_code and is_robocall may be used in a request (here: area_code, is_robocall)."
    ],
    [
      "state=Ohio&is_robocall=true",
      "Only one of state, area_code and is_robocall may be used in a request (here: state, is_robocall)."
    ],
    ["created_date=2021-07-07&state=Ohio", "created_date may not be combined with other filters (here: state)."],
    [
      "created_date=2021-07-07&created_date_from=2021-07-07&created_date_to=2021-07-07",
      "created_date may not be combined with other filters (here: created range)."
    ],
    [
      "created_date=2021-07-07&state=Ohio&area_code=216",
      "created_date may not be combined with other filters (here: state, area_code)."
    ],
    [
      "violation_date=2021-07-07&area_code=216",
      "violation_date may not be combined with other filters (here: area_code)."
    ],
    [
      "violation_date_from=2021-07-07&violation_date_to=2021-07-07&is_robocall=true",
      "violation range may not be combined with other filters (here: is_robocall)."
    ],
    ["created_date=2021-02-30", 'created_date must be a valid date ("YYYY-MM-DD").'],
    ["area_code=abc", "area_code must be an integer, such as 216."],
    ["is_robocall=maybe", "is_robocall must be true or false."],
    ["sort_order=UP", "sort_order must be DESC or ASC."],
    ["items_per_page=0", "items_per_page must be an integer of at least 1."],
    ["items_per_page=ten", "items_per_page must be an integer of at least 1."],
    ["items_per_page=2.5", "items_per_page must be an integer of at least 1."],
    ["offset=-1", "offset must be an integer of at least 0."],
    ["offset=1.5", "offset must be an integer of at least 0."]
  ]

  it.effect.each(refused)("fails with 400 and names the rule for %s", ([query, message]) =>
    Effect.gen(function* () {
      const response = yield* sendRequest(`${list}?${query}`)
      assert.strictEqual(response.status, 400)
      assert.deepStrictEqual(response.json, { error: { code: "INVALID_PARAMETERS", message } })
    })
  )

  it.effect("returns no records and the correct total past the end", () =>
    Effect.gen(function* () {
      for (const offset of ["14034", "99999999999999999999"]) {
        const response = yield* sendRequest(`${list}?offset=${offset}`)
        assert.deepStrictEqual(at(response.json, "data"), [])
        assert.deepStrictEqual(at(response.json, "meta"), {
          "records-this-page": 0,
          "records-total": 14_034,
          "record-total": 14_034
        })
      }
      const none = yield* sendRequest(`${list}?state=Nowhere`)
      assert.deepStrictEqual(at(none.json, "meta"), { "records-this-page": 0, "records-total": 0, "record-total": 0 })
    })
  )

  it.effect("returns every record exactly once over all pages, in both directions", () =>
    Effect.gen(function* () {
      const walk = Effect.fnUntraced(function* (order: string) {
        const all: Array<string> = []
        for (let offset = 0; offset < 14_034; offset += 50) {
          const page = yield* sendRequest(`${list}?sort_order=${order}&offset=${offset}`)
          const created = attribute(page, "created-date")
          all.push(...ids(page).map((id, index) => `${String(created[index])} ${id}`))
        }
        return all
      })
      const newestFirst = yield* walk("DESC")
      assert.strictEqual(new Set(newestFirst).size, 14_034)
      assert.deepStrictEqual(newestFirst, newestFirst.toSorted().toReversed())
      assert.deepStrictEqual(yield* walk("ASC"), newestFirst.toReversed())
    })
  )

  it.effect("links to the request without the key", () =>
    Effect.gen(function* () {
      const response = yield* sendRequest(
        `${list}?api_key=DEMO_KEY&state=%22New+York%22&offset=3&x=%zz&API_KEY=DEMO_KEY`,
        {}
      )
      assert.strictEqual(
        at(response.json, "links", "self"),
        "https://reference-server.invalid/v0/dnc-complaints?state=%22New%20York%22&offset=3&x=%25zz"
      )
      assert.notInclude(response.text, "DEMO_KEY")
    })
  )

  it.effect("returns one complaint by its id, in the envelope of a list", () =>
    Effect.gen(function* () {
      const page = yield* sendRequest(`${list}?offset=700&items_per_page=1`)
      const [id = ""] = ids(page)
      const one = yield* sendRequest(`${list}/${id}`)
      assert.deepStrictEqual(data(one), data(page))
      assert.deepStrictEqual(at(one.json, "meta"), { "records-this-page": 1, "records-total": 1, "record-total": 1 })
      assert.strictEqual(at(one.json, "links", "self"), `https://reference-server.invalid/v0/dnc-complaints/${id}`)
    })
  )
})
