import { type ComplaintInput, maxRecordsPerPage, type NoticeInput } from "@public-records/core"
import { spawn } from "node:child_process"
import { Effect, Option, Schema, Struct } from "effect"
import { type Driver, assertStoppedReading, rawOnlyReason, CallNotCanceled } from "@public-records/testing/Driver"
import { assertNoKeyLeak } from "@public-records/testing/Keys"
import { type Outcome, records, type Scenario } from "@public-records/testing/Scenario"
import { collectionOf } from "@public-records/testing/scenarios/requests"
import { connectionArguments, environmentIn } from "../../tui/test/connection.ts"
import { assertNoControlSequences } from "../../tui/test/controlSequences.ts"
import { dataFiles, startSampleService, temporaryFolder } from "@public-records/testing/drivers/SampleService"
import { serviceOnlyReason } from "@public-records/testing/drivers/StoredRecords"

const RecordLine = Schema.fromJsonString(
  Schema.Struct({
    companyPhoneNumber: Schema.optionalKey(Schema.NullOr(Schema.String)),
    transactionNumber: Schema.optionalKey(Schema.NullOr(Schema.String))
  })
)
/** Exit codes from `docs/errors.md`, written by hand so that they do not depend on the code under test. */
const exitCodes = {
  InvalidQuery: 2,
  InvalidOptions: 2,
  KeyMissing: 3,
  KeyRejected: 3,
  RateLimited: 4,
  Unavailable: 5,
  UnexpectedAnswer: 6,
  BadRequest: 6,
  RedirectRefused: 6,
  WalkStalled: 6,
  NotFound: 7
} as const
const ErrorLine = Schema.fromJsonString(
  Schema.Struct({
    error: Schema.Struct({ reason: Schema.Literals(Struct.keys(exitCodes)), exitCode: Schema.Int })
  })
)
const decodeRecordLine = Schema.decodeUnknownSync(RecordLine)
const decodeErrorLine = Schema.decodeUnknownSync(ErrorLine)

/** Result of running a program. */
export interface Run {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a Node.js program until it exits. Sends Ctrl-C when `interruption` completes. */
const run = (
  file: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
  interruption: Effect.Effect<void> = Effect.never
): Effect.Effect<Run> =>
  Effect.callback((resume) => {
    const child = spawn(process.execPath, [file, ...args], { env: environment, stdio: ["ignore", "pipe", "pipe"] })
    const parts = { stdout: "", stderr: "" }
    child.stdout.setEncoding("utf8").on("data", (text: string) => (parts.stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (parts.stderr += text))
    child.on("close", (exitCode) => resume(Effect.succeed({ exitCode: exitCode ?? -1, ...parts })))
    const interrupting = Effect.runFork(
      Effect.andThen(
        interruption,
        Effect.sync(() => child.kill("SIGINT"))
      )
    )
    child.on("close", () => interrupting.interruptUnsafe())
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const lines = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => line !== "")

const identifiersOf = (stdout: string): ReadonlyArray<string> =>
  lines(stdout).map((line) => {
    const record = decodeRecordLine(line)
    return record.companyPhoneNumber ?? record.transactionNumber ?? ""
  })

/** The exit code after Ctrl-C, from `docs/errors.md`. */
const interrupted = 130

/** Fails unless the program, after Ctrl-C, left only complete records from the start of the list and the right exit code. */
const assertPromptExit = (
  { exitCode, stdout, stderr }: Run,
  outcome: Outcome
): Effect.Effect<void, CallNotCanceled> => {
  const fail = (found: string): Effect.Effect<void, CallNotCanceled> => Effect.fail(new CallNotCanceled({ found }))
  if (exitCode !== interrupted) return fail(`the exit code is ${exitCode}`)
  if (stderr !== "") return fail(`standard error has ${JSON.stringify(stderr)}`)
  if (stdout !== "" && !stdout.endsWith("\n")) return fail("the last line is incomplete")
  const expected = outcome._tag === "Records" ? outcome.identifiers : []
  // Records that arrive during the walk may be included too.
  const identifiers = identifiersOf(stdout).filter((identifier) => expected.includes(identifier))
  const isBeginning = identifiers.every((identifier, index) => identifier === expected[index])
  return isBeginning ? Effect.void : fail(`it printed other records than the first ones: ${identifiers.join()}`)
}

const outcomeOf = ({ exitCode, stdout, stderr }: Run): Outcome => {
  if (exitCode === 0) return records(identifiersOf(stdout))
  const { error } = decodeErrorLine(lines(stderr).at(-1) ?? "")
  const documented = exitCodes[error.reason]
  if (exitCode !== documented || exitCode !== error.exitCode) {
    throw new Error(`${error.reason} should exit with ${documented}, not ${exitCode}; the error says ${error.exitCode}`)
  }
  return { _tag: "Refused", reason: error.reason }
}

/** Returns the flags of the executable for an input: `createdFrom` is `--created-from`. */
const flagsOf = (input: ComplaintInput | NoticeInput): ReadonlyArray<string> =>
  Object.entries(input).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, String(value)]
  )

/** Runs a command line to its end. */
type RunLine = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
  interruption?: Effect.Effect<void>
) => Effect.Effect<Run>

/** Returns why no command line can run a scenario, or `None` if one can. */
const lineReason = (scenario: Scenario): Option.Option<string> => {
  if (scenario.needsVirtualTime === true) return Option.some("it would wait in real time")
  const { request } = scenario
  const size = "input" in request ? Number(request.input.limit ?? 1) : 1
  if (size < 1 || size > maxRecordsPerPage) {
    return Option.some("--limit is a number of records, not the size of a page")
  }
  return rawOnlyReason(scenario)
}

/** Returns the command and the flags of a scenario, except those that name the source of the records. */
const lineOf = ({ request, stopsReading }: Scenario): ReadonlyArray<string> => {
  const collection = collectionOf(request)
  if ("id" in request) return [collection, "get", request.id]
  if (!request.all) return [collection, "list", ...flagsOf(request.input)]
  const amount = stopsReading === undefined ? ["--all"] : ["--limit", String(stopsReading.after)]
  return [collection, "list", ...flagsOf({ ...request.input, limit: undefined }), ...amount]
}

/**
 * Creates a driver for a command line that reads a local copy. `copyOf` makes it from the files with the records of a scenario, and
 * returns the flags that name it.
 */
export const commandLineOverCopy = (
  name: string,
  runLine: RunLine,
  copyOf: (files: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>
): Driver => ({
  name,
  unsupported: (scenario) => {
    const { outcome, statements } = scenario
    if (outcome._tag === "Refused" && statements.includes(18)) {
      return Option.some("a local copy takes filters in any combination")
    }
    return Option.orElse(serviceOnlyReason(scenario), () => lineReason(scenario))
  },
  run: Effect.fnUntraced(function* (scenario: Scenario) {
    const folder = yield* temporaryFolder
    const flags = yield* copyOf(dataFiles(scenario.setup))
    const done = yield* runLine([...lineOf(scenario), ...flags, "--format", "ndjson"], environmentIn(folder))
    yield* assertNoControlSequences(done.stdout + done.stderr)
    return outcomeOf(done)
  }, Effect.scoped)
})

/** Creates a driver from a function that runs a command line. `takesSignals` tells whether it can send Ctrl-C. */
export const commandLine = (name: string, runLine: RunLine, takesSignals = false): Driver => ({
  name,
  unsupported: (scenario) => {
    if (scenario.cancels !== undefined && !takesSignals) return Option.some("Ctrl-C needs a process")
    return lineReason(scenario)
  },
  run: Effect.fnUntraced(function* (scenario: Scenario) {
    const { outcome, request, setup, cancels } = scenario
    const service = yield* startSampleService(setup, "socket")
    const { flags, environment } = connectionArguments(service, setup, yield* temporaryFolder)
    const line = [...lineOf(scenario), ...flags, "--format", "ndjson"]
    if (cancels !== undefined) {
      const ended = yield* runLine(line, environment, service.requests(request, cancels.during))
      const isRefused = ![0, interrupted].includes(ended.exitCode)
      if (isRefused) return outcomeOf(ended)
      yield* assertPromptExit(ended, outcome)
    }
    const done = yield* runLine(line, environment)
    yield* assertNoKeyLeak(done.stdout + done.stderr)
    yield* assertStoppedReading(scenario, service.server)
    yield* assertNoControlSequences(done.stdout + done.stderr)
    return outcomeOf(done)
  }, Effect.scoped)
})

/** Creates a driver that runs the built executable as a process. */
export const executable = (file: string): Driver =>
  commandLine("the executable, as a process", (...line) => run(file, ...line), true)
