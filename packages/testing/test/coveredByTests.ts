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
        file: "apps/cli/test/records.test.ts",
        name: "a table says that the data is a sample and that complaints are not verified"
      },
      { file: "apps/cli/test/terminal.test.ts", name: "not verified" }
    ]
  },
  {
    statement: 3,
    reason: "it is about days without requests",
    tests: [
      core("PublicationCalendar", "has published the last day whose publication is not to come"),
      core("PublicationCalendar", "expects the next notices within a day")
    ]
  },
  {
    statement: 35,
    reason: "it takes five calls in a row, and a scenario has one",
    tests: [core("calls", "lets a dead service rest after five failed calls, and asks again when it is time")]
  },
  {
    statement: 36,
    reason: "it takes the same request twice",
    tests: [
      core("cache", "is off by default"),
      core("cache", "keeps complaints until they are next published, holidays included"),
      core("cache", "asks by ETag whether what it kept is still right"),
      core("calls", "are sent once where they are identical")
    ]
  },
  {
    statement: 42,
    reason: "the reference server cannot repeat a page instead of sending the next one",
    tests: [core("movingLists", "loses nothing where a page is served again in place of the next one")]
  },
  {
    statement: 44,
    reason: "it is about memory",
    tests: [core("Seen", "make room for new ones, the oldest first, once there are as many as may be remembered")]
  },
  {
    statement: 45,
    reason: "the report is for programs, and no screen shows it",
    tests: [
      core("movingLists", "drops records that overlapping pages repeat, counts them, and loses none behind them"),
      core("walk", "yields every record once, in order, and spares the empty page after a short one")
    ]
  },
  {
    statement: 46,
    reason: "it is for programs",
    tests: [
      core("dayWindows", "are there for every filter with a range of created dates, and for no other"),
      {
        file: "examples/test/daysInParallel.test.ts",
        name: "days in parallel have the same records as one walk of their range"
      }
    ]
  },
  {
    statement: 47,
    reason: "it states limits of walks, and tests with changing lists prove the rest",
    tests: [
      core(
        "movingLists",
        "takes the records that arrive at the end of a list, without losing any to a page that begins early"
      ),
      core("walk", "reads a list without any id by position")
    ]
  },
  {
    statement: 50,
    reason: "it is about logs and metrics of the server",
    tests: [
      server("observability", "shows no key that the server knows, wherever it is put"),
      server("observability", "shows no key, wherever it is put, and no more lines for more of them")
    ]
  }
]
