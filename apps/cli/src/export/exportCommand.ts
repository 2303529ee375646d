import { Effect } from "effect"
import { Command } from "effect/cli"
import { exportFlags, partitionFlags } from "../flags/exportFlags.ts"
import { complaintQueryFlags, noticeQueryFlags } from "../flags/queryFlags.ts"
import { patientSourceFlags } from "../flags/sourceFlags.ts"

const unverified = "Complaints are reported by consumers and are not verified."
const resumable =
  "Prints the number of requests and the time first, and the result last. If it is killed, runs out of disk space or loses " +
  "its connection, run the same command to resume: the file is the same as that of an uninterrupted run, and appears only " +
  "when it is complete. Waits if the requests of the key are used up, or if the service " +
  "asks for a pause of up to 3 hours, unless --max-wait or --no-wait forbids it."

const complaints = Command.make(
  "complaints",
  { ...complaintQueryFlags, ...exportFlags, ...partitionFlags, ...patientSourceFlags },
  Effect.fnUntraced(function* (flags) {
    const command = yield* Effect.promise(() => import("../commands/export.ts"))
    yield* command.exportComplaints(flags)
  })
).pipe(
  Command.withShortDescription("Write every complaint that matches to a file"),
  Command.withDescription(
    `Write every complaint that matches to a file: NDJSON, CSV in the daily file's form, or Parquet. ${resumable} ${unverified}`
  ),
  Command.withExamples([
    {
      command: "public-records export complaints --created-from 2021-07-01 --created-to 2021-07-31 --out july.parquet"
    },
    {
      command:
        "public-records export complaints --created-from 2021-07-01 --created-to 2021-07-31 --out july.csv --dry-run"
    },
    { command: "public-records export complaints --created-date yesterday --out calls --partition-by created-date" },
    { command: "public-records export complaints --created-date yesterday --out calls.parquet --report json" },
    { command: "public-records export complaints --demo --state Ohio --out ohio.ndjson --manifest" }
  ])
)

const notices = Command.make(
  "notices",
  { ...noticeQueryFlags, ...exportFlags, ...patientSourceFlags },
  Effect.fnUntraced(function* (flags) {
    const command = yield* Effect.promise(() => import("../commands/export.ts"))
    yield* command.exportNotices(flags)
  })
).pipe(
  Command.withShortDescription("Write every notice that matches to a file"),
  Command.withDescription(`Write every notice that matches to a file: NDJSON, CSV or Parquet. ${resumable}`),
  Command.withExamples([
    { command: "public-records export notices --out notices.parquet" },
    { command: "public-records export notices --title-contains media --out - | jq -r .title" }
  ])
)

/** `public-records export` */
export const exportCommand = Command.make("export").pipe(
  Command.withShortDescription("Write every record that matches to a file, resumable"),
  Command.withDescription(`Write every record that matches to a file. ${resumable}`),
  Command.withSubcommands([complaints, notices]),
  Command.withExamples([
    {
      command: "public-records export complaints --created-from 2021-07-01 --created-to 2021-07-31 --out july.parquet"
    },
    { command: "public-records export notices --out notices.csv" }
  ])
)
