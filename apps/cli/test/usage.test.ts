import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { run } from "./inProcess.ts"

const commands = ["", "tui", "complaints", "complaints list", "complaints get", "notices", "notices list"]
  .concat(["notices get", "export", "export complaints", "export notices", "serve", "check", "doctor", "config"])
  .map((command) => command.split(" ").filter((word) => word !== ""))

describe("help", () => {
  for (const command of commands) {
    it.effect(`is printed to standard output for "${command.join(" ")}"`, () =>
      Effect.gen(function* () {
        const { code, stdout, stderr } = yield* run([...command, "--help"])
        assert.strictEqual(code, 0)
        assert.strictEqual(stderr, "")
        assert.include(stdout, `USAGE\n  ${["public-records", ...command].join(" ")}`)
        assert.include(stdout, "EXIT CODES")
        assert.include(stdout, "EXAMPLES")
        assert.notMatch(stdout, /--wizard|--log-level|choices/)
        const [text = "", others = ""] = stdout.split(/^EXAMPLES$/m)
        const wide = [
          ...text.split("\n"),
          ...others
            .split(/^EXIT CODES$/m)
            .slice(1)
            .join("")
            .split("\n")
        ]
        assert.deepStrictEqual(
          wide.filter((line) => line.length > 80),
          []
        )
        if (/^(tui|complaints.*)?$/.test(command.join(" ")))
          assert.include(stdout.replaceAll(/\s+/g, " "), "not verified")
      })
    )
  }

  it.effect("is printed instead of the terminal UI without a terminal, with exit code 2", () =>
    Effect.gen(function* () {
      // With the screen of a terminal, there is still no keyboard.
      for (const terminal of [{}, { columns: 80 }]) {
        const { code, stdout, stderr } = yield* run([], {}, terminal)
        assert.strictEqual(code, 2)
        assert.strictEqual(stdout, "")
        assert.include(stderr, "SUBCOMMANDS")
      }
    })
  )
})

it.effect("-h prints the help, and -v and --version print only the version", () =>
  Effect.gen(function* () {
    assert.include((yield* run(["complaints", "list", "-h"])).stdout, "USAGE\n  public-records complaints list")
    for (const flag of ["-v", "--version"]) {
      assert.deepStrictEqual(yield* run([flag]), { code: 0, stdout: "0.1.0\n", stderr: "" })
    }
  })
)

/** Invalid command lines, and a part of the expected message. */
const wrong: ReadonlyArray<readonly [line: string, detail: string]> = [
  ["tui", "terminal"],
  ["complaints lst", 'Did you mean list? See "public-records complaints --help".'],
  ["complain list", "Did you mean complaints?"],
  ["complaints list --stat Ohio", "Did you mean --state?"],
  ["complaints list --title x", 'Unknown flag --title. See "public-records complaints list --help".'],
  ["complaints --demo", 'Did you mean "public-records complaints list --demo"?'],
  ["complaints list Ohio", 'Unexpected argument "Ohio"'],
  ["complaints get", 'The argument id is missing. See "public-records complaints get --help".'],
  [
    "top",
    'The argument kind is missing; it must be "numbers", "subjects", "states", "area-codes", "cities", "acquiring-parties", "acquired-parties" or "parties". See'
  ],
  [
    "list --demo",
    'Did you mean "public-records complaints list" or "public-records notices list"? See "public-records'
  ],
  ["sync", 'Unknown command "sync". Did you mean "public-records mirror sync"?'],
  ["export lists", 'Unknown command "lists". See "public-records export --help".'],
  ["export complaints --demo --out x --partition-by day", '--partition-by cannot be "day"; it must be "created-date".'],
  ["complaints get one two", '"two"'],
  ["complaints list --state", "--state needs a value"],
  ["complaints list --state= --demo", "--state: the value is empty"],
  ["complaints list --state Ohio --state Utah", "--state can be given only once"],
  ["complaints list --format xml", '--format cannot be "xml"'],
  ["complaints list --format jsn", "Did you mean json?"],
  ["top stats", '"acquired-parties" or "parties". Did you mean states?'],
  ["--completions bsh", "--completions"],
  ["--demo complaints list", "--demo must come after the command"],
  ["complaints list --demo --limit 0", "--limit"],
  ["complaints list --demo --spreadsheet-safe", "--format csv"],
  ["complaints list --demo --data some.csv", "cannot be used together"],
  ["complaints list --demo --base-url https://x.test", "--base-url"],
  ["complaints list --mirror --demo", "A mirror and --demo cannot be used together."],
  ["complaints list --mirror --data some.csv", "A mirror and --data cannot be used together."],
  ["complaints list --mirror --base-url https://x.test", "A mirror and --base-url cannot be used together."],
  ["complaints list --mirror-file x.db --demo", "A mirror and --demo cannot be used together."],
  [
    "complaints list --from 2021-07-07",
    "--to: A range needs both ends. Add --to or remove --from. A local mirror answers every combination"
  ],
  [
    "complaints list --to 2021-07-07",
    "--from: A range needs both ends. Add --from or remove --to. A local mirror answers every combination"
  ],
  ["complaints list --days 2", "The service has no filter for --days, but a local mirror has one."],
  ["complaints list --number 216", "The service has no filter for --number, but a local mirror has one."],
  ["complaints list --subject Other", "The service has no filter for --subject, but a local mirror has one."],
  [
    "export complaints --out a.csv --subject Other",
    "The service has no filter for --subject, but a local mirror has one."
  ],
  ["complaints list --mirror-file /nowhere/a.db", "There is no mirror at /nowhere/a.db. Create it with"],
  ["complaints list --requests-per-hour none", "--requests-per-hour"],
  ["complaints list --demo --max-wait soon", '--max-wait: "soon"'],
  ["complaints list --demo --no-wait --max-wait 1m", "--no-wait and --max-wait cannot be used together"],
  ["complaints list --hel", "Did you mean --help?"],
  ["complaints list --versio", "Did you mean --version?"],
  ["complaints list --no-demo", "Unknown flag --no-demo."],
  ["complaints list --demo=maybe", "--demo takes no value."],
  ["complaints list --format=", "--format needs a value."],
  ["complaints get one two three", 'Unexpected argument "two" and "three".'],
  ["complaints list -5", 'Unexpected argument "-5".'],
  ["complaints list --demo -x", 'Unknown flag -x. See "public-records complaints list --help".'],
  ["--base-url config -x", 'Unknown flag -x. See "public-records --help".'],
  ["check --demo", 'Unknown flag --demo. See "public-records check --help".'],
  ["doctor --data some.csv", 'Unknown flag --data. See "public-records doctor --help".'],
  ["complaints list --wizard", "--wizard"],
  ["complaints list --log-level debug", "--log-level"],
  ["complaints list --api-key secret", "--api-key"],
  ["serve --rate-limit 5/0s", "--rate-limit"],
  ["serve --rate-limit 5/99999999999999d", "at most 366 days"],
  ["serve --rate-limit=-5/1h", '--rate-limit: "-5/1h" is not a limit'],
  ["serve --burst-limit 0/1s", "--burst-limit"],
  ["serve --burst-limit 5/1s --burst-limit 5/1s", "--burst-limit 5/1s is specified twice"],
  ["serve --quirk sleepy=1", '--quirk: Expected no excess property at ["sleepy"].'],
  ["serve --quirk old-pages", "key=value"],
  ["serve --quirk doubles=2", '--quirk: Expected a value between 0 and 1 at ["doubles"].'],
  ["serve --quirk overlaps=50", '--quirk: Expected a value between 0 and 49 at ["overlaps"].'],
  ["serve --quirk copies=0", '--quirk: Expected a value between 1 and 4 at ["copies"].'],
  ["serve --quirk copies=1.5", '--quirk: Expected an integer at ["copies"].'],
  ["serve --quirk shifted=x1", '--quirk: Expected a finite number at ["shifted"].'],
  ["serve --quirk old-pages=1", '--quirk: Expected "true" at ["old-pages"].'],
  ["serve --quirk totals=none", '--quirk: Expected "stray" | "integer" at ["totals"].'],
  ["serve --profile live --profile live", "--profile can be given only once"],
  ["serve --api-key=", "--api-key: the value is empty"],
  ["serve --tls-cert cert.pem", "--tls-key"],
  ["serve --synthetic 5 --data x.csv", "--synthetic"],
  ["serve --allow-http", "--tls off"],
  ["serve --port 65536", '--port: "65536" is not an integer from 0 to 65535.'],
  ["serve --seed x1", '--seed: "x1" is not an integer of 0 or more.'],
  ["serve --synthetic 1x", '--synthetic: "1x" is not an integer of 0 or more.'],
  ["serve --newest-day 2026-11-28", "--newest-day requires --synthetic."],
  ["serve --synthetic 5 --newest-day 2026-11-31", '--newest-day: "2026-11-31" is not a date.'],
  ["serve --rate-limit 5/1h/2", "--rate-limit"],
  ["serve --rate-limit 1234567890/1h", "--rate-limit"],
  ["serve --mirror --data x.csv", "A mirror and --data cannot be used together."],
  ["serve --mirror --synthetic 5", "A mirror and --synthetic cannot be used together. Remove one of them."],
  ["serve --tls off --tls-write cert.pem", "--tls-write and --tls off cannot be used together."],
  ["serve --tls-key key.pem", "--tls-key requires --tls-cert."],
  ["serve --tls off --tls-cert cert.pem --tls-key key.pem", "--tls off and --tls-cert cannot be used together."]
]

/** Invalid queries, and the rule that the message has to name. */
const unanswerable: ReadonlyArray<readonly [line: string, detail: string]> = [
  ["complaints list --city Columbus", "--city: A city requires a state."],
  ["complaints list --state Ohio --area-code 614", "only one of state, area code and robocall"],
  ["complaints list --created-from 2021-07-07", "--created-to: A range needs both ends. Add --created-to"],
  ["complaints list --created-date 2021-02-30", "--created-date"],
  ["complaints list --offset -1", "--offset"],
  ["complaints list --state Ohoi", "Ohio"],
  ["complaints list --robocall maybe", "--robocall"],
  ["complaints list --sort up", "--sort"],
  ["notices list --date 2021-02-30", "--date"],
  ["notices list --transaction-number x1", "--transaction-number"],
  ["notices list --sort-by title", "--sort-by"],
  ["notices list --limit 0", "--limit"]
]

describe("an invalid command line", () => {
  for (const [line, detail] of [...wrong, ...unanswerable]) {
    it.effect(`causes exit code 2 and one message: ${line}`, () =>
      Effect.gen(function* () {
        const { code, stdout, stderr } = yield* run(line.split(" "))
        assert.include(stderr, detail)
        assert.strictEqual(stderr.trimEnd().split("\n").length, 1)
        assert.strictEqual(stdout, "")
        assert.strictEqual(code, 2)
      })
    )
  }

  it.effect("has no flag whose value is a space", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* run(["complaints", "list", "--demo", "--state", " "])
      assert.strictEqual(code, 2)
      assert.include(stderr, "--state: the value is empty. Set a value or remove the flag.")
    })
  )

  it.effect("has no flags after --", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* run(["complaints", "get", "--demo", "--", "-x1"])
      assert.deepStrictEqual([code, stderr.includes("-x1")], [7, true], stderr)
    })
  )

  for (const [line, reason] of [
    ["complaints list --city Columbus", "InvalidQuery"],
    ["complaints list --nonsense", "Usage"]
  ] as const) {
    it.effect(`causes a JSON error with --format json: ${line}`, () =>
      Effect.gen(function* () {
        const { code, stderr } = yield* run([...line.split(" "), "--format", "json"])
        const { error } = JSON.parse(stderr)
        assert.deepStrictEqual(Object.keys(error), ["reason", "message", "exitCode", "nextTryAt"])
        assert.strictEqual(error.reason, reason)
        assert.deepStrictEqual([error.exitCode, error.nextTryAt], [2, null])
        assert.strictEqual(code, 2)
      })
    )
  }
})

describe("a flag of a command group", () => {
  for (const [args, command] of [
    [["complaints", "--demo"], "public-records complaints list --demo"],
    [["complaints", "--state", "Ohio"], "public-records complaints list --state"],
    [["notices", "--demo"], "public-records notices list --demo"],
    [["notices", "--title=media"], "public-records notices list --title"],
    [["export", "--demo"], "public-records export complaints --demo"],
    [["export", "--title", "media"], "public-records export notices --title"],
    [["--state", "Ohio"], "public-records complaints list --state"]
  ] as const) {
    it.effect(`points to the command that takes it: ${args.join(" ")}`, () =>
      Effect.gen(function* () {
        const { code, stdout, stderr } = yield* run(args)
        assert.deepStrictEqual([code, stdout], [2, ""])
        assert.strictEqual(stderr.split("\n").length, 2)
        assert.include(stderr, `"${command}"`)
      })
    )
  }

  it.effect("is only refused if no command of the group accepts it, and other commands are not suggested", () =>
    Effect.gen(function* () {
      const group = yield* run(["complaints", "--transaction-number", "1"])
      const command = yield* run(["config", "--state", "Ohio"])
      assert.strictEqual(group.stderr, 'Unknown flag --transaction-number. See "public-records complaints --help".\n')
      assert.strictEqual(command.stderr, 'Unknown flag --state. See "public-records config --help".\n')
    })
  )
})
