import { spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Option, Schema, Struct } from "effect"
import { type Driver, mustHaveLeft, notByClients, NotStopped } from "../Driver.ts"
import { mustShowNoKey } from "../Keys.ts"
import { type Outcome, type Question, records, type Scenario, type Setting } from "../Scenario.ts"
import { flagsOf, isForProgramsOnly } from "./flags.ts"
import { mustBeTheSame } from "./CsvLines.ts"
import { mustSteerNothing } from "./Steering.ts"
import { processFolder } from "./processFolder.ts"
import { keyOf, type SampleService, startSampleService, temporaryFolder } from "./SampleService.ts"

const RecordLine = Schema.fromJsonString(
  Schema.Struct({
    companyPhoneNumber: Schema.optionalKey(Schema.NullOr(Schema.String)),
    transactionNumber: Schema.optionalKey(Schema.NullOr(Schema.String))
  })
)
/** The exit code for each reason that a scenario may end with, copied from `docs/errors.md` by hand. */
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

const commandOf = (question: Question): ReadonlyArray<string> => {
  switch (question._tag) {
    case "ListComplaints":
      return ["complaints", "list", ...flagsOf(question.input), ...(question.all ? ["--all"] : [])]
    case "ListNotices":
      return ["notices", "list", ...flagsOf(question.input), ...(question.all ? ["--all"] : [])]
    case "GetComplaint":
      return ["complaints", "get", question.id]
    case "GetNotice":
      return ["notices", "get", question.id]
  }
}

/** Where Node.js keeps the compiled form of the executable, so that the next one of the same tests starts sooner. */
const compiledForms = processFolder()

/** The executable's flags and environment that lead it to a service, and away from the settings of who runs the tests. */
export const wayTo = (service: SampleService, setting: Setting, folder: string) => {
  const certificate = join(folder, "certificate.pem")
  Option.map(service.server.certificate, ({ pem }) => writeFileSync(certificate, pem))
  const key = keyOf(setting)
  return {
    flags: ["--base-url", service.baseUrl, ...(setting.isSecure ? ["--ca", certificate] : ["--allow-http"])],
    environment: {
      PATH: "",
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_CACHE_HOME: compiledForms,
      ...(key === undefined ? {} : { PUBLIC_RECORDS_API_KEY: key })
    }
  }
}

/** What a program did. */
export interface Run {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program of this Node.js to its end, which is Ctrl-C where something else happens before. */
export const run = (
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

const marksOf = (stdout: string): ReadonlyArray<string> =>
  lines(stdout).map((line) => {
    const record = decodeRecordLine(line)
    return record.companyPhoneNumber ?? record.transactionNumber ?? ""
  })

/** The exit code after Ctrl-C, of `docs/errors.md`. */
const interrupted = 130

/** Fails where Ctrl-C left anything but whole records behind, those that came first, and its exit code. */
const mustEndAtOnce = ({ exitCode, stdout, stderr }: Run, outcome: Outcome): Effect.Effect<void, NotStopped> => {
  const fail = (found: string): Effect.Effect<void, NotStopped> => Effect.fail(new NotStopped({ found }))
  if (exitCode !== interrupted) return fail(`the exit code is ${exitCode}`)
  if (stderr !== "") return fail(`standard error has ${JSON.stringify(stderr)}`)
  if (stdout !== "" && !stdout.endsWith("\n")) return fail("the last line is none")
  const expected = outcome._tag === "Records" ? outcome.marks : []
  // What arrives meanwhile may have come too.
  const marks = marksOf(stdout).filter((mark) => expected.includes(mark))
  const isBeginning = marks.every((mark, place) => mark === expected[place])
  return isBeginning ? Effect.void : fail(`there are other records than the first: ${marks.join()}`)
}

const outcomeOf = ({ exitCode, stdout, stderr }: Run): Outcome => {
  if (exitCode === 0) return records(marksOf(stdout))
  const { error } = decodeErrorLine(lines(stderr).at(-1) ?? "")
  const documented = exitCodes[error.reason]
  if (exitCode !== documented || exitCode !== error.exitCode) {
    throw new Error(`${error.reason} ends with ${documented}, not ${exitCode}; the error says ${error.exitCode}`)
  }
  return { _tag: "Refused", reason: error.reason }
}

/** A command line, by whatever runs it, against the service on a socket; who `takesSignals` is handed what ends in Ctrl-C. */
export const commandLine = (
  name: string,
  runLine: (
    args: ReadonlyArray<string>,
    environment: Readonly<Record<string, string>>,
    interruption?: Effect.Effect<void>
  ) => Effect.Effect<Run>,
  takesSignals = false
): Driver => ({
  name,
  cannot: (scenario) => {
    if (scenario.stops !== undefined && !takesSignals) return Option.some("Ctrl-C needs a process")
    if (scenario.isSlow === true) return Option.some("it would wait in real time")
    const { question } = scenario
    return question._tag === "ListNotices" && isForProgramsOnly(question.input)
      ? Option.some("it has no flag for it")
      : notByClients(scenario)
  },
  ask: Effect.fnUntraced(function* (scenario: Scenario) {
    const { leaves, outcome, question, setting, stops } = scenario
    const service = yield* startSampleService(setting, "socket")
    const { flags, environment } = wayTo(service, setting, yield* temporaryFolder)
    const max = leaves === undefined ? [] : ["--max", String(leaves.after)]
    const line = [...commandOf(question), ...max, ...flags, "--format"]
    if (stops !== undefined) {
      const ended = yield* runLine([...line, "ndjson"], environment, service.requests(question, stops.during))
      const isRefused = ![0, interrupted].includes(ended.exitCode)
      if (isRefused) return outcomeOf(ended)
      yield* mustEndAtOnce(ended, outcome)
    }
    const done = yield* runLine([...line, "ndjson"], environment)
    yield* mustShowNoKey(done.stdout + done.stderr)
    yield* mustHaveLeft(scenario, service.server)
    yield* mustSteerNothing(done.stdout + done.stderr)
    const came = outcomeOf(done)
    if (setting.data === "hostile") yield* mustBeTheSame((yield* runLine([...line, "csv"], environment)).stdout, came)
    return came
  }, Effect.scoped)
})

/** The built executable as a process, against the service on a socket. */
export const executable = (file: string): Driver =>
  commandLine("the executable, as a process", (...line) => run(file, ...line), true)
