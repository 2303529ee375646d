import { assert, describe, it } from "@effect/vitest"
import {
  InvalidOptions,
  InvalidQuery,
  KeyRejected,
  NotFound,
  PublicRecordsError,
  type Reason,
  Unavailable
} from "@public-records/core"
import { MirrorError } from "@public-records/mirror"
import { Effect } from "effect"
import {
  type CommandFailure,
  Exit,
  failureOf,
  failureOfReason,
  mirrorFailure,
  usageFailure,
  usageFailures
} from "../src/CommandFailure.ts"
import { BrokenPipe } from "../src/output/StandardOutput.ts"
import { exitCodeOf, failureLine, wantsJsonErrors } from "../src/reportFailure.ts"
import { hostIn } from "./inProcess.ts"

const failureFor = (reason: Reason) => failureOf(new PublicRecordsError({ operation: "List complaints", reason }))

const keyFrom = (keySource: string) => ({ keySource, keyAdvice: "" })

describe("the line of an error", () => {
  it("is one line without characters that control a terminal", () => {
    const failure = failureFor(new KeyRejected({ detail: "\u001B[2Jno\nkey \u202E" }))
    for (const asJson of [true, false]) {
      const line = failureLine(failure, asJson)
      assert.strictEqual(line.trimEnd().split("\n").length, 1)
      assert.notMatch(line.trimEnd(), /[\u0000-\u001F\u202E]/u)
    }
  })

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
    ["Damaged", 1, /^The cause\.$/],
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
  const endOf = Effect.fnUntraced(function* (program: Effect.Effect<unknown, CommandFailure | Exit | BrokenPipe>) {
    const { layer, written } = hostIn()
    const code = yield* Effect.provide(exitCodeOf(program, false), layer)
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
