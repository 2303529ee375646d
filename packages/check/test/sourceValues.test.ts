import { assert, describe, it } from "@effect/vitest"
import { complaintRows } from "../src/complaints.ts"
import { noticeRows } from "../src/notices.ts"
import { recordsOf } from "../src/ProbeResponse.ts"
import { shortRequest } from "./faultyServices.ts"

const origin = "https://service.invalid"

/** Returns the requests of a check that use values of these records, which are the newest page. */
const requestsWith = (rows: typeof complaintRows, ...data: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const newest = recordsOf({ request: "", status: 200, headers: {}, text: "", body: { data } })
  return rows(origin).flatMap((row) => {
    const path = row.needs === undefined ? undefined : row.request(newest)?.path
    return path === undefined ? [] : shortRequest("GET", origin + path)
  })
}

const complaint = (attributes: object = {}, id = "c1") => ({
  id,
  attributes: {
    "created-date": "2021-07-07 10:00:00",
    "violation-date": "2021-07-06 09:00:00",
    "consumer-city": "Cleveland",
    "consumer-state": "Ohio",
    "consumer-area-code": "216",
    ...attributes
  }
})
const onTheDay = 'created_date_from="2021-07-07"&created_date_to="2021-07-07"'
const requests = {
  created: 'GET C?created_date="2021-07-07"',
  range: 'GET C?created_date_from="2021-07-07 10:00:00"&created_date_to="2021-07-07 10:00:00"',
  state: "GET C?state=Ohio",
  city: `GET C?state=Ohio&city=Cleveland&${onTheDay}`,
  areaCode: `GET C?area_code=216&${onTheDay}`,
  robocall: `GET C?is_robocall=false&${onTheDay}`,
  violation: 'GET C?violation_date="2021-07-06"',
  violationRange: 'GET C?violation_date_from="2021-07-06 09:00:00"&violation_date_to="2021-07-06 09:00:00"',
  id: "GET C/c1"
}

describe("the values of the newest complaint that has them", () => {
  const dated = [requests.created, requests.range, requests.city, requests.areaCode, requests.robocall]
  const violated = [requests.violation, requests.violationRange]
  const cases: ReadonlyArray<readonly [unusable: object, requests: ReadonlyArray<string>]> = [
    ...["", "2021", "2021-07-07T10:00:00", "x2021-07-07 10:00:00"].map(
      (date) => [{ "created-date": date }, dated] as const
    ),
    ...["", "x2021-07-06 09:00:00"].map((date) => [{ "violation-date": date }, violated] as const),
    [{ "consumer-state": " " }, [requests.state, requests.city]],
    ...["", "Saint-Paul", "Café", "O'Fallon"].map((city) => [{ "consumer-city": city }, [requests.city]] as const),
    ...["", "21", "2160", "2l6"].map((code) => [{ "consumer-area-code": code }, [requests.areaCode]] as const)
  ]

  it("are in the requests, which are not sent if no complaint has them", () => {
    assert.deepStrictEqual(requestsWith(complaintRows, complaint()), Object.values(requests))
    for (const [unusable, lost] of cases) {
      const newer = complaint(unusable, "c0")
      const left = Object.values(requests).filter((request) => !lost.includes(request) && request !== requests.id)
      assert.deepStrictEqual(requestsWith(complaintRows, newer), [...left, "GET C/c0"])
      const both = requestsWith(complaintRows, newer, complaint())
      assert.deepStrictEqual(both, [...Object.values(requests).slice(0, -1), "GET C/c0"])
    }
    assert.deepStrictEqual(
      requestsWith(complaintRows, { ...complaint(), id: "" }),
      Object.values(requests).slice(0, -1)
    )
    assert.deepStrictEqual(requestsWith(complaintRows), [])
  })

  it("are quoted if they have a space, and encoded", () => {
    const spaced = complaint({ "consumer-city": "St. Paul", "consumer-state": "New York" }, "a/b")
    const sent = complaintRows(origin).map(({ request }) => request([{ id: "a/b", whole: spaced }])?.path)
    assert.include(sent, "/v0/dnc-complaints?state=%22New%20York%22")
    assert.include(sent, "/v0/dnc-complaints/a%2Fb")
    assert.include(requestsWith(complaintRows, spaced), `GET C?state="New York"&city="St. Paul"&${onTheDay}`)
  })

  it("are the first and the last time of the page for a range", () => {
    const times = ["11:00:00", "12:00:00", "10:00:00"].map((time) =>
      complaint({ "created-date": `2021-07-07 ${time}` })
    )
    assert.include(
      requestsWith(complaintRows, ...times, complaint({ "created-date": "x" })),
      'GET C?created_date_from="2021-07-07 10:00:00"&created_date_to="2021-07-07 12:00:00"'
    )
  })
})

describe("the values of the newest notice that has them", () => {
  const notice = (attributes: object, id = "") => ({ id, attributes })

  it("are two words of its title, which one space separates", () => {
    const words: Readonly<Record<string, string>> = {
      "20110001: Icahn Enterprises; B": "Icahn Enterprises",
      "The Coca Cola": "Coca Cola",
      "Coca and": "Coca and"
    }
    for (const [title, phrase] of Object.entries(words)) {
      const [word = ""] = phrase.split(" ")
      assert.deepStrictEqual(requestsWith(noticeRows, notice({ title: "A; B" }), notice({ title })), [
        `GET N?filter[title][value]=${word.toLowerCase()}`,
        `GET N?filter[title][value]="${phrase}"`,
        `GET N?filter[title][operator]=CONTAINS&filter[title][value]=${word.slice(1, -1)}`
      ])
    }
    for (const title of ["", "The Co", "Coca of", "Coca  Cola", "Coca-Cola", "Coca; Cola", "xCo2la Cola2"]) {
      assert.deepStrictEqual(requestsWith(noticeRows, notice({ title })), [], title)
    }
  })

  it("are its number and its date, and the id of the newest notice", () => {
    const date = "filter[date][condition][path]=date&filter[date][condition][operator]=="
    assert.deepStrictEqual(
      requestsWith(noticeRows, notice({ "transaction-number": "2011 & 1" }, "n"), notice({ date: "2011-04-11" }, "m")),
      [
        "GET N?filter[transaction-number][value]=2011 & 1",
        `GET N?filter[date][condition][value]=2011-04-11&${date}`,
        "GET N?filter[id][value]=n",
        "GET N/n"
      ]
    )
  })
})
