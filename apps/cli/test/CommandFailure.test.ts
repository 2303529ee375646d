import { assert, describe, it } from "@effect/vitest"
import {
  BadRequest,
  CircuitOpen,
  ComplaintQuery,
  DeadlineExceeded,
  InvalidOptions,
  InvalidQuery,
  KeyMissing,
  KeyRejected,
  NotFound,
  PublicRecordsError,
  RateLimited,
  type Reason,
  RedirectRefused,
  Unavailable,
  UnexpectedAnswer,
  WalkStalled
} from "@public-records/core"
import { MirrorError } from "@public-records/mirror"
import { Effect } from "effect"
import {
  type CommandFailure,
  Exit,
  failureOf,
  failureOfReason,
  flagName,
  mirrorFailure,
  rateLimited,
  usageFailure,
  usageFailures
} from "../src/CommandFailure.ts"
import { BrokenPipe } from "../src/output/StandardOutput.ts"
import { exitCodeOf, failureLine, wantsJsonErrors } from "../src/reportFailure.ts"
import { hostIn } from "./inProcess.ts"

const noon = Date.parse("2026-11-20T12:00:00Z")

const reasons: ReadonlyArray<readonly [Reason, number]> = [
  [new InvalidQuery({ problems: [{ field: "city", rule: "A city needs a state." }] }), 2],
  [new InvalidOptions({ message: "The base URL is not HTTPS." }), 2],
  [new KeyMissing(), 3],
  [new KeyRejected({ detail: "wrong" }), 3],
  [new RateLimited({ by: "service", nextTryAt: new Date(noon) }), 4],
  [new Unavailable({ detail: "" }), 5],
  [new CircuitOpen({ nextTryAt: new Date(noon) }), 5],
  [new DeadlineExceeded({ detail: "" }), 5],
  [new UnexpectedAnswer({ detail: "" }), 6],
  [new BadRequest({ status: 404, detail: "" }), 6],
  [new RedirectRefused({ location: "http://elsewhere.test" }), 6],
  [new WalkStalled({ offset: 150 }), 6],
  [new NotFound({ id: "nope" }), 7]
]

const failureFor = (reason: Reason) => failureOf(new PublicRecordsError({ operation: "List complaints", reason }))

const keyFrom = (keySource: string) => ({ keySource, keyAdvice: "" })

describe("exit codes", () => {
  for (const [reason, exitCode] of reasons) {
    it(`${reason._tag} is ${exitCode}`, () => {
      const failure = failureFor(reason)
      assert.strictEqual(failure.exitCode, exitCode)
      assert.strictEqual(failure.reason, reason._tag)
    })
  }
})

describe("the line of an error", () => {
  it("contains the time of the next try as JSON", () => {
    const line = failureLine(failureFor(new RateLimited({ by: "service", nextTryAt: new Date(noon) })), true)
    const { error } = JSON.parse(line)
    assert.deepStrictEqual(Object.keys(error), ["reason", "message", "exitCode", "nextTryAt"])
    assert.strictEqual(error.reason, "RateLimited")
    assert.strictEqual(error.exitCode, 4)
    assert.strictEqual(error.nextTryAt, "2026-11-20T12:00:00.000Z")
  })

  it("is one line without characters that control a terminal", () => {
    const failure = failureFor(new KeyRejected({ detail: "\u001B[2Jno\nkey \u202E" }))
    for (const asJson of [true, false]) {
      const line = failureLine(failure, asJson)
      assert.strictEqual(line.trimEnd().split("\n").length, 1)
      assert.notMatch(line.trimEnd(), /[\u0000-\u001F\u202E]/u)
    }
  })

  it.effect("names the flags of the invalid members of a query", () =>
    Effect.gen(function* () {
      for (const [input, message] of [
        [
          { createdFrom: "2021-02-01", createdTo: "2021-02-30" },
          '--created-to: "2021-02-30" is not a date; February has'
        ],
        [
          { createdTo: "2021-02-01" },
          "--created-from: A range needs both ends. Add --created-from or remove --created-to."
        ],
        [{ state: "Ohio", areaCode: "614" }, "robocall, not --state and --area-code. Remove all but one."]
      ] as const) {
        const error = yield* Effect.flip(ComplaintQuery.fromInput(input, flagName))
        assert.include(failureOf(error).message, message)
      }
    })
  )

  it("names every invalid member of a query, with its flag unless it is an argument", () => {
    const problems = [
      { field: "createdFrom", rule: "Wrong." },
      { field: "ID", rule: "The id is wrong, too." }
    ]
    const { fix, message } = failureFor(new InvalidQuery({ problems }))
    assert.deepStrictEqual([message, fix], ["--created-from: Wrong. The id is wrong, too.", ""])
  })

  it("names the flag that allows plain HTTP", () => {
    const refused = { message: "The base URL is not HTTPS." }
    const allowed = new InvalidOptions({ ...refused, neededOption: "allowHttp" })
    assert.strictEqual(failureFor(allowed).message, "The base URL is not HTTPS. Pass --allow-http to allow it.")
    assert.notInclude(failureFor(new InvalidOptions(refused)).message, "--allow-http")
  })
})

describe("the message of a failed request", () => {
  it("names the operation, if there is one, except for invalid options", () => {
    assert.isTrue(failureFor(new NotFound({ id: "nope" })).message.startsWith("List complaints: "))
    const message = "The base URL is not HTTPS."
    assert.strictEqual(failureFor(new InvalidOptions({ message })).message, message)
    assert.notInclude(failureOfReason(new NotFound({ id: "nope" })).message, ": ")
  })

  it("names the source of a rejected key, if it is known", () => {
    const reason = new KeyRejected({ detail: "wrong" })
    assert.include(failureOfReason(reason, keyFrom("the file key.txt")).message, "Key source: the file key.txt.")
    assert.notInclude(failureOfReason(reason).message, "Key source")
    for (const source of ["", "the file key.txt"])
      assert.include(failureOfReason(reason, keyFrom(source)).message, "Check PUBLIC_RECORDS_API_KEY, or get a key at")
    assert.notInclude(failureOfReason(new NotFound({ id: "nope" }), keyFrom("the file key.txt")).message, "key.txt")
  })

  it("names the flag for a certificate only if the certificate is the problem", () => {
    assert.include(failureFor(new Unavailable({ detail: "", certificate: "untrusted" })).message, "--ca FILE")
    assert.notInclude(failureFor(new Unavailable({ detail: "" })).message, "--ca")
  })

  it("tells how to get a key that is missing", () => {
    const { message } = failureFor(new KeyMissing())
    assert.include(message, "PUBLIC_RECORDS_API_KEY")
    assert.include(message, "--demo")
  })
})

describe("the failure for several invalid settings", () => {
  it("names all problems, and ends with the fix of the last one", () => {
    const problems = [
      ["A is wrong.", "Fix A."],
      ["B is wrong.", "Fix B."],
      ["C is wrong.", "Fix C."]
    ] as const
    const { fix, summary } = usageFailures(problems)
    assert.deepStrictEqual([summary, fix], ["A is wrong. Fix A. B is wrong. Fix B. C is wrong.", "Fix C."])
  })

  it("is complete if the last one has no fix", () => {
    const problems = [
      ["A is wrong.", "Fix A."],
      ["B is wrong.", ""]
    ] as const
    const { fix, summary } = usageFailures(problems)
    assert.deepStrictEqual([summary, fix], ["A is wrong. Fix A. B is wrong.", ""])
  })
})

describe("the failure of a mirror", () => {
  for (const [problem, exitCode, message] of [
    ["Missing", 2, /^There is no mirror at m\.db\. Create it with .*--mirror-file sample\.$/],
    ["Damaged", 1, /^The cause\. Run "public-records mirror verify"\.$/],
    ["Locked", 1, /^The cause\.$/],
    ["Full", 1, /^The cause\.$/],
    ["Foreign", 2, /^The cause\.$/]
  ] as const) {
    it(`has exit code ${exitCode} if its problem is ${problem}`, () => {
      const failure = mirrorFailure(new MirrorError({ problem, file: "m.db", message: "The cause." }))
      assert.strictEqual(failure.exitCode, exitCode)
      assert.match(failure.message, message)
    })
  }
})

describe("the end of a program", () => {
  const endOf = Effect.fnUntraced(function* (
    program: Effect.Effect<unknown, CommandFailure | Exit | BrokenPipe>,
    asJson = false
  ) {
    const { layer, written } = hostIn()
    const code = yield* Effect.provide(exitCodeOf(program, asJson), layer)
    return [code, written().stderr, written().stdout]
  })

  it.effect("has the exit code of its failure, and its message on standard error", () =>
    Effect.gen(function* () {
      const bug = Effect.die(new Error("a bug"))
      assert.deepStrictEqual(yield* endOf(Effect.log("not printed")), [0, "", ""])
      assert.deepStrictEqual(yield* endOf(Effect.fail(new Exit({ code: 6 }))), [6, "", ""])
      assert.deepStrictEqual(yield* endOf(Effect.fail(new BrokenPipe())), [0, "", ""])
      assert.deepStrictEqual(yield* endOf(Effect.fail(usageFailure("No.", "Yes."))), [2, "No. Yes.\n", ""])
      assert.deepStrictEqual(yield* endOf(bug), [1, "Internal error: Error: a bug. Please report it.\n", ""])
    })
  )

  it.effect("has its message as JSON for scripts, even after a bug", () =>
    Effect.gen(function* () {
      const error = (reason: string, message: string, exitCode: number) =>
        `${JSON.stringify({ error: { reason, message, exitCode, nextTryAt: null } })}\n`
      const refused = yield* endOf(Effect.fail(usageFailure("No.", "Yes.")), true)
      assert.deepStrictEqual(refused, [2, error("Usage", "No. Yes.", 2), ""])
      const bug = yield* endOf(Effect.die(new Error("a bug")), true)
      assert.deepStrictEqual(bug, [1, error("Unexpected", "Internal error: Error: a bug. Please report it.", 1), ""])
    })
  )
})

describe("the failure for a wait that is not allowed", () => {
  it("has the time of the next try, if it is known", () => {
    assert.strictEqual(rateLimited("Not now.", "", new Date(noon)).nextTryAt, noon)
    assert.isNull(rateLimited("Not now.", "", null).nextTryAt)
  })
})

describe("the format of errors", () => {
  it("is JSON if the command line requests JSON", () => {
    assert.isTrue(wantsJsonErrors(["complaints", "list", "--format", "json"]))
    assert.isTrue(wantsJsonErrors(["notices", "list", "--format=ndjson", "--nonsense"]))
  })

  it("is text otherwise", () => {
    assert.isFalse(wantsJsonErrors(["complaints", "list"]))
    assert.isFalse(wantsJsonErrors(["complaints", "list", "--format", "csv"]))
    assert.isFalse(wantsJsonErrors(["complaints", "list", "--city", "json"]))
    assert.isFalse(wantsJsonErrors(["complaints", "list", "--format=csv", "json"]))
    assert.strictEqual(failureLine(usageFailure("No."), false), "No.\n")
  })
})
