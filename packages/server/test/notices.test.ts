import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ReferenceServer } from "../src/index.ts"
import { sendRequest, at, attribute, data, ids, errorMessage } from "./requests.ts"

const list = "/v0/hsr-early-termination-notices"
const icahn = "0254a428-d492-4d98-8bc6-e704bad804b7"
const ergen = "633b56f1-a499-4ac5-903d-7e46427563f7"
const base = "https://reference-server.invalid/v0/hsr-early-termination-notices"

layer(ReferenceServer.layerInProcess({ rateLimit: "off" }))("GET /v0/hsr-early-termination-notices", (it) => {
  it.effect("returns the newest fifty and their number as a string", () =>
    Effect.gen(function* () {
      const response = yield* sendRequest(list)
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers.get("content-type"), "application/json")
      assert.deepStrictEqual(at(response.json, "meta"), { count: "50" })
      assert.deepStrictEqual(at(response.json, "jsonapi"), {
        version: "1.0",
        meta: { links: { self: { href: "http://jsonapi.org/format/1.0/" } } }
      })
      assert.deepStrictEqual(at(response.json, "links"), { self: { href: base } })
      const created = attribute(response, "created").map(String)
      assert.deepStrictEqual(created, created.toSorted().toReversed())
    })
  )

  it.effect("returns every member of a record in its documented format", () =>
    Effect.gen(function* () {
      const response = yield* sendRequest(`${list}?filter[id][value]=${icahn}`)
      assert.deepStrictEqual(at(response.json, "meta"), { count: "1" })
      assert.deepStrictEqual(data(response), [
        {
          type: "early_termination_notice",
          id: icahn,
          links: { self: { href: `${base}/${icahn}?resourceVersion=id%3A2358` } },
          attributes: {
            title: "20110718: Carl C. Icahn; Blockbuster Inc. - Debtor-in-Possession",
            created: "2013-09-24T20:05:39+00:00",
            updated: "2013-09-24T22:22:27+00:00",
            "acquired-party": "Blockbuster Inc. - Debtor-in-Possession",
            "acquiring-party": "Carl C. Icahn",
            date: "2011-04-11",
            "acquired-entities": ["Blockbuster Inc. - Debtor-in-Possession"],
            "transaction-number": "20110718"
          },
          relationships: {
            node_type: {
              data: null,
              links: { self: { href: `${base}/${icahn}/relationships/node_type?resourceVersion=id%3A2358` } }
            }
          },
          meta: []
        }
      ])
    })
  )

  const fifty = (letter: string) => Array.from({ length: 50 }, (_, n) => letter + n).join(" ")

  const found: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["filter[title][operator]=CONTAINS&filter[title][value]=Blockbuster", [ergen, icahn]],
    ["filter%5Btitle%5D%5Boperator%5D=CONTAINS&filter%5Btitle%5D%5Bvalue%5D=ockbust", [ergen, icahn]],
    ["filter[title][value]=blockbuster", [ergen, icahn]],
    ["filter[title][value]=possession+ICAHN", [icahn]],
    ["filter[title][value][]=possession&filter[title][value][]=ICAHN", [icahn]],
    [`filter[title][value]=${fifty("w")} ${fifty("v")}`, []],
    ["filter[title][value]=blockbust", []],
    ['filter[title][value]="blockbuster inc."', [ergen, icahn]],
    ["filter[title][value]=%22Carl C. Icahn%22", [icahn]],
    ['filter[title][value]="inc. blockbuster"', []],
    ['filter[title][value]="blockbuster inc" ergen', [ergen]],
    ["title=blockbuster", [ergen, icahn]],
    ["filter[transaction-number][value]=20110718", [icahn]],
    ["filter[transaction-number]=20110718", [icahn]],
    ["transaction_number=20110718", [icahn]],
    [
      "filter[date][condition][value]=2011-04-11&filter[date][condition][path]=date&filter[date][condition][operator]==",
      [icahn]
    ],
    [
      "filter[any-name][condition][path]=date&filter[any-name][condition][operator]=%3D&filter[any-name][condition][value]=2011-04-08",
      [ergen]
    ],
    ["filter[date]=2011-04-08", [ergen]],
    ["date=2011-04-08", [ergen]],
    [`filter[id][value]=${ergen}`, [ergen]],
    ["filter[id][value]=no-such-id", []],
    ["filter[acquiring-party]=Carl C. Icahn&filter[date]=2011-04-11", [icahn]],
    ["filter[acquiring-party]=Carl C. Icahn&filter[date]=2011-04-08", []],
    ["filter[acquired-entities]=Blockbuster Inc. - Debtor-in-Possession", [ergen, icahn]],
    [
      "filter[a][condition][path]=date&filter[a][condition][operator]=BETWEEN&filter[a][condition][value][]=2011-04-08&filter[a][condition][value][]=2011-04-11&filter[title][value]=blockbuster",
      [ergen, icahn]
    ],
    [
      "filter[a][condition][path]=date&filter[a][condition][operator]=>=&filter[a][condition][value]=2011-04-09&filter[title][value]=blockbuster",
      [icahn]
    ],
    [
      "filter[a][condition][path]=date&filter[a][condition][operator]=<=&filter[a][condition][value]=2011-04-08&filter[title][value]=blockbuster",
      [ergen]
    ],
    [
      "filter[a][condition][path]=date&filter[a][condition][operator]=BETWEEN&filter[a][condition][value][0]=2011-04-09&filter[a][condition][value][1]=2011-04-11&filter[title][value]=blockbuster",
      [icahn]
    ],
    [
      "filter[a][condition][path]=created&filter[a][condition][operator]=>=&filter[a][condition][value]=2013-09-24T20:05:39Z&filter[a2][condition][path]=transaction-number&filter[a2][condition][value]=20110718",
      [icahn]
    ],
    [
      "filter[created][operator]=>=&filter[created][value]=2013-09-24T20:05:40Z&filter[transaction-number]=20110718",
      []
    ],
    ["filter[tags]=x", []],
    ["filter[title]=blockbuster", []],
    ["filter[acquiring-party][value]=icahn", []],
    ["filter[title][condition][path]=title&filter[title][condition][value]=blockbuster", []],
    ["filter[date]=2011-04-08&filter[date]=2011-04-11", [icahn]],
    ["filter[date][]=2011-04-08&filter[date][]=2011-04-11", [icahn]],
    [Array.from({ length: 100 }, () => "filter[date]=2011-04-11").join("&"), [icahn]],
    ["title=blockbuster&sort=transaction-number", [icahn, ergen]],
    ["title=blockbuster&sort=-transaction-number", [ergen, icahn]],
    ...["en", "", "x-none"].flatMap((language) =>
      [["ASC", [ergen, icahn]] as const, ["DESC", [icahn, ergen]] as const].map(
        ([direction, expected]) =>
          [
            `title=blockbuster&sort[x][langcode]=${language}&sort[x][path]=date&sort[x][direction]=${direction}`,
            expected
          ] as const
      )
    ),
    ["title=blockbuster&sort_by=date&sort_order=asc", [ergen, icahn]],
    ["title=blockbuster&sort_by=date&sort_order=desc", [icahn, ergen]],
    ["title=blockbuster&sort=date,id,title,created,updated,changed,tags,acquired-party", [ergen, icahn]],
    [`title=blockbuster&${Array.from({ length: 8 }, (_, n) => `sort[${n}][path]=date`).join("&")}`, [icahn, ergen]]
  ]

  it.effect.each(found)("returns the matching notices for %s", ([query, expected]) =>
    Effect.gen(function* () {
      const response = yield* sendRequest(`${list}?${query}`)
      assert.strictEqual(response.status, 200, response.text)
      assert.deepStrictEqual(ids(response), expected)
      assert.deepStrictEqual(at(response.json, "meta"), { count: String(expected.length) })
    })
  )

  const refused: ReadonlyArray<readonly [string, RegExp]> = [
    ["filter[nope]=1", /^Invalid nested filtering. The field `nope`/],
    ["filter[__proto__][value]=1", /`__proto__`/],
    ["filter[title][operator]=LIKE&filter[title][value]=x", /^The 'LIKE' operator is not allowed/],
    ["filter[title][operator]=KEYWORDS&filter[title][value]=x", /^The 'KEYWORDS' operator is not allowed/],
    [
      "filter[date][condition][path]=date&filter[date][condition][operator]=%3D%3D&filter[date][condition][value]=2011-04-11",
      /^The '==' operator is not allowed/
    ],
    [
      "filter[a][condition][path]=date&filter[a][condition][operator]=BETWEEN&filter[a][condition][value]=2011-04-11",
      /takes 2 values/
    ],
    ["filter[a][condition][path]=date&filter[a][value]=2011-04-11", /^Filter parameter `a` is missing a value/],
    ["filter[date][0]=2011-04-11", /^The filter parameter `date` has no member `0`/],
    [Array.from({ length: 101 }, () => "filter[date]=2011-04-11").join("&"), /at most 100 filter parameters/],
    ["filter[a][condition][value]=x", /missing a '\[condition\]\[path\]'/],
    ["filter[title][operator]=CONTAINS", /missing a value/],
    ["filter[title][valeu]=x", /has no member `valeu`/],
    ...[
      "path",
      "direction",
      "conjunction",
      "group",
      "langcode",
      "condition",
      "memberOf",
      "Value",
      "condition group"
    ].map(
      (member) =>
        [
          `filter[date]=2011-04-11&filter[date][${member.replace(" ", "][")}]=date`,
          new RegExp(`^The filter parameter \`date\` has no member \`${member}\``)
        ] as const
    ),
    ...["operator", "Path", "lang", ""].map(
      (member) => [`sort[x][path]=date&sort[x][${member}]=DESC`, /^A sort is written as sort/] as const
    ),
    ["filter[created]=soon", /is compared with a date and time/],
    [`filter[title][value]=${fifty("w")} "${fifty("v").replaceAll(" ", '" "')}" "u"`, /at most 100 words and phrases/],
    ["filter=x", /written as filter/],
    ["filter[a][condition][path]=date&filter[a][condition][value]=1&filter[a][condition][memberOf]=g", /no member/],
    ["filter[g][group][conjunction]=OR", /^The filter parameter `g` has no member `group conjunction`/],
    ...["IN", "<>", ">", "<", "STARTS_WITH", "ENDS_WITH", "NOT IN", "NOT BETWEEN", "IS NULL"].map(
      (operator) =>
        [
          `filter[title][operator]=${encodeURIComponent(operator)}&filter[title][value]=x`,
          new RegExp(`^The '${operator}' operator is not allowed in a filter parameter`)
        ] as const
    ),
    [
      "filter[date][operator]=%3E%3D&filter[date][value][]=2011-04-11&filter[date][value][]=2011-04-12",
      /takes 1 value\./
    ],
    ["sort[x][path]=nope", /^Invalid sort/],
    ["sort[x][path]=", /need to provide a field name/],
    ["sort=nope", /The fields are id, title, transaction-number, /],
    ["sort=date,id,title,created,updated,changed,tags,acquired-party,date", /at most 8 fields/],
    [Array.from({ length: 9 }, (_, n) => `sort[${n}][path]=date`).join("&"), /at most 8 fields/],
    ["sort[x][direction]=ASC", /need to provide a field name/],
    ["sort[x][path]=created&sort[x][direction]=UP", /must be ASC or DESC/],
    ["page[limit]=0", /page\[limit\] must be an integer of at least 1/],
    ["page[limit]=5&page[limit]=0", /page\[limit\] must be an integer of at least 1/],
    ["page[offset]=-1", /page\[offset\] must be an integer of at least 0/],
    ["page[offset]=1.5", /page\[offset\] must be an integer of at least 0/]
  ]

  it.effect.each(refused)("fails with 400 in Drupal's envelope for %s", ([query, detail]) =>
    Effect.gen(function* () {
      const response = yield* sendRequest(`${list}?${query}`)
      assert.strictEqual(response.status, 400)
      assert.strictEqual(at(response.json, "errors", 0, "title"), "Bad Request")
      assert.strictEqual(at(response.json, "errors", 0, "status"), "400")
      assert.match(String(errorMessage(response)), detail)
      assert.strictEqual(at(response.json, "jsonapi", "version"), "1.0")
    })
  )

  it.effect("sorts by creation or change in both directions, newest first by default", () =>
    Effect.gen(function* () {
      for (const [path, name] of [
        ["created", "created"],
        ["changed", "updated"]
      ] as const) {
        const newest = yield* sendRequest(`${list}?sort[x][path]=${path}`)
        const descending = yield* sendRequest(`${list}?sort[any][path]=${path}&sort[any][direction]=DESC`)
        const ascending = yield* sendRequest(`${list}?sort[any][path]=${path}&sort[any][direction]=ASC`)
        assert.deepStrictEqual(ids(newest), ids(descending))
        const up = attribute(ascending, name).map(String)
        assert.deepStrictEqual(up, up.toSorted())
        const last = yield* sendRequest(`${list}?sort[any][path]=${path}&sort[any][direction]=DESC&page[offset]=2952`)
        assert.deepStrictEqual(ids(last), ids(ascending).toReversed())
      }
      const table = yield* sendRequest(`${list}?sort_by=changed&sort_order=ASC&items_per_page=3&offset=2`)
      const wire = yield* sendRequest(
        `${list}?sort[s][path]=changed&sort[s][direction]=ASC&page[limit]=3&page[offset]=2`
      )
      assert.deepStrictEqual(ids(table), ids(wire))
      const oldest = yield* sendRequest(`${list}?sort[s][path]=created&sort[s][direction]=ASC`)
      assert.deepStrictEqual(ids(yield* sendRequest(`${list}?sort_order=ASC`)), ids(oldest))
      assert.deepStrictEqual(
        ids(yield* sendRequest(`${list}?sort=-changed`)),
        ids(yield* sendRequest(`${list}?sort[s][path]=changed`))
      )
    })
  )

  it.effect("returns every notice once over all pages", () =>
    Effect.gen(function* () {
      const all: Array<string> = []
      for (let offset = 0; offset < 3_002; offset += 50) {
        all.push(...ids(yield* sendRequest(`${list}?page[limit]=500&page[offset]=${offset}`)))
      }
      assert.strictEqual(new Set(all).size, 3_002)
      const behind = yield* sendRequest(`${list}?page[offset]=3002`)
      assert.deepStrictEqual(at(behind.json, "data"), [])
      assert.deepStrictEqual(at(behind.json, "meta"), { count: "0" })
    })
  )

  it.effect("encodes the brackets of its own link and omits the key", () =>
    Effect.gen(function* () {
      const response = yield* sendRequest(`${list}?filter[title][value]=Blockbuster&api_key=DEMO_KEY&page[limit]=1`, {})
      assert.strictEqual(
        at(response.json, "links", "self", "href"),
        `${base}?filter%5Btitle%5D%5Bvalue%5D=Blockbuster&page%5Blimit%5D=1`
      )
      const refused = yield* sendRequest(`${list}?page[limit]=0&api_key=DEMO_KEY&filter[date]=2011-04-11`, {})
      assert.strictEqual(
        at(refused.json, "errors", 0, "links", "via", "href"),
        `${base}?page%5Blimit%5D=0&filter%5Bdate%5D=2011-04-11`
      )
    })
  )

  it.effect("returns a notice by its id, and 404 in Drupal's envelope for an unknown id", () =>
    Effect.gen(function* () {
      const one = yield* sendRequest(`${list}/${icahn}`)
      assert.deepStrictEqual(data(one), data(yield* sendRequest(`${list}?filter[id][value]=${icahn}`)))
      assert.deepStrictEqual(at(one.json, "meta"), { count: "1" })
      const unknown = yield* sendRequest(`${list}/00000000-0000-4000-8000-000000000000`)
      assert.strictEqual(unknown.status, 404)
      assert.strictEqual(at(unknown.json, "errors", 0, "status"), "404")
    })
  )
})
