import { assert, describe, it } from "@effect/vitest"
import { complaintStatements } from "../src/complaintStatements.ts"
import { gatewayStatements } from "../src/gateway.ts"
import { noticeStatements } from "../src/noticeStatements.ts"
import { type Statement } from "../src/Probe.ts"
import { origin } from "./responses.ts"

/** The statements of `docs/api.md` and the requests from which each statement of a check is evaluated. */
const linesOf = (statements: ReadonlyArray<Statement>): ReadonlyArray<string> =>
  statements.map(({ name, probe, rule }) => `${rule} ${probe}: ${name}`)

describe("each statement is about the response that shows it, and cites its rule", () => {
  it("of complaints", () => {
    assert.deepStrictEqual(linesOf(complaintStatements(origin)), [
      "4 newest complaints: it responds with data, meta and links",
      "1 newest complaints: it responds with JSON",
      "9 newest complaints: it returns complaints in the documented format",
      "5 newest complaints: it reports the page size and the total as numbers",
      "5 no complaints: it reports the correct total",
      "7 newest complaints: it links to itself without the key",
      "21 newest complaints: it lists the newest complaints first by default",
      "21 oldest complaints: it lists the oldest complaints first on request",
      "20 newest complaints: it returns at most 50 complaints by default",
      "20 oldest complaints: it returns at most 50 complaints if more are requested",
      "20 complaints from the third: it respects the page size",
      "15 complaints from the third: it starts at the requested offset",
      "8 no complaints: it returns an empty list if nothing matches",
      "15 created date: it filters by created date",
      "15 created range: it filters by a range of created dates, including both ends",
      "15 state: it filters by state",
      "15 state, city and created range: it filters by state, city and created range together",
      "15 area code and created range: it filters by area code and created range together",
      "15 robocalls: it finds robocalls",
      "15 no robocalls, in a created range: it finds calls that are not robocalls",
      "15 no robocalls, in a created range: it filters by robocall and created range together",
      "15 violation date: it filters by violation date",
      "15 violation range: it filters by a range of violation dates, including both ends",
      "19 half a created range: it rejects half a range",
      "19 a city without a state: it rejects a city without a state",
      "19 a state and an area code: it rejects a state together with an area code",
      "28 one complaint: it returns a complaint by id with the attributes of the list",
      "28 one complaint: it reports one record and a total of one",
      "28 an unknown complaint: it returns 404 for an unknown id"
    ])
  })

  it("of notices", () => {
    assert.deepStrictEqual(linesOf(noticeStatements(origin)), [
      "4 newest notices: it responds with data, meta and links",
      "4 newest notices: it names its format, JSON:API 1.0",
      "1 newest notices: it responds with JSON",
      "12 newest notices: it returns notices in the documented format",
      "12 newest notices: it returns acquired entities as an array",
      "12 newest notices: it returns tags as an array, if at all",
      "12 newest notices: it returns the metadata of each notice",
      "12 newest notices: it returns the version and the node type of each notice",
      "5 newest notices: it reports the page size as a string",
      "7 newest notices: it links to itself without the key",
      "25 newest notices: it lists the newest notices first on request",
      "25 oldest notices: it lists the oldest notices first on request",
      "25 notices by their last update: it sorts by last update",
      "25 notices by their last update: it sorts in descending order by default",
      "26 oldest notices: it returns at most 50 notices if more are requested",
      "26 notices from the third: it respects the page size",
      "26 notices from the third: it starts at the requested offset",
      "23 keyword: it filters by a word of the title, ignoring case",
      "23 phrase: it filters by a phrase of the title",
      "23 part of a title: it filters by a part of the title",
      "23 transaction number: it filters by transaction number",
      "23 date: it filters by date",
      "23 notice by a filter: it filters by id",
      "28 one notice: it returns a notice by id with the attributes of the list",
      "28 an unknown notice: it returns 404 for an unknown id"
    ])
  })

  it("of keys, paths and methods", () => {
    assert.deepStrictEqual(linesOf(gatewayStatements), [
      "30 without a key: it rejects a request without a key",
      "30 with a wrong key: it rejects an unknown key",
      "29 with a wrong key in the URL: it reads the key from the query if the header is missing",
      "31 without a key: it returns an error body with a code and a message",
      "30 without a key: it lets web pages read its errors",
      "30 an unknown path: it returns 404 for an unknown path",
      "32 newest complaints: it reports the key's remaining requests",
      "30 HEAD of a list: it responds to HEAD without a body",
      "30 OPTIONS of a list: it tells web pages which methods and headers they may use"
    ])
  })
})
