/** Test outside the scenarios: its file, relative to the root of the repository, and a part of its name. */
interface OtherTest {
  readonly file: string
  readonly name: string
}

/** Statement that the scenarios cannot prove completely, with the reason and the tests that do. */
export interface StatementTests {
  /** Number of the statement in `docs/api.md`. */
  readonly statement: number
  readonly reason: string
  readonly tests: readonly [OtherTest, ...ReadonlyArray<OtherTest>]
}

const core = (file: string, name: string): OtherTest => ({ file: `packages/core/test/${file}.test.ts`, name })
const server = (file: string, name: string): OtherTest => ({ file: `packages/server/test/${file}.test.ts`, name })

/** Statements that a scenario with one request cannot prove. */
export const coveredByTests: ReadonlyArray<StatementTests> = [
  {
    statement: 2,
    reason: "it is about text other than records",
    tests: [
      {
        file: "apps/cli/test/list.test.ts",
        name: "assert.match(wide.stderr, unverified)"
      },
      { file: "apps/cli/test/terminal.test.ts", name: "not verified" }
    ]
  },
  {
    statement: 3,
    reason: "it is about days without requests",
    tests: [
      core("PublicationCalendar", "returns the latest day whose publication is not in the future"),
      core("PublicationCalendar", "expects the next notices within a day")
    ]
  },
  {
    statement: 35,
    reason: "it takes five calls in a row, and a scenario has one",
    tests: [core("circuitBreaker", "opens after five failed calls and sends the next request when it is time")]
  },
  {
    statement: 36,
    reason: "it takes the same request twice",
    tests: [
      core("cache", "is off by default"),
      core("cache", "caches complaints until the next publication, including holidays"),
      core("cache", "revalidates a cached response by its ETag"),
      core("sharedRequests", "is sent once for calls of different methods")
    ]
  },
  {
    statement: 42,
    reason: "the reference server cannot repeat a page instead of sending the next one",
    tests: [core("overlappingPages", "the second page repeated, with a total")]
  },
  {
    statement: 44,
    reason: "it is about memory",
    tests: [core("bookmarks", "remembers the records of overlapping pages")]
  },
  {
    statement: 45,
    reason: "the report is for programs, and no screen shows it",
    tests: [core("overlappingPages", "every page early by 3, except after the end"), core("walkEnds", "a stable list")]
  },
  {
    statement: 46,
    reason: "it is for programs",
    tests: [core("dayWindows", "returns windows only for filters with a range of created dates")]
  },
  {
    statement: 47,
    reason: "it states limits of walks, and tests with changing lists prove the rest",
    tests: [core("movingLists", "arrivals at the end"), core("unreadableRecords", "no record with an id")]
  },
  {
    statement: 50,
    reason: "it is about logs of the server",
    tests: [
      server(
        "requestLog",
        "shows no key that the server knows, wherever it is put, and none that looks like a real one"
      )
    ]
  }
]
