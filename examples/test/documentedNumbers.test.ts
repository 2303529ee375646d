import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { plannedRequests } from "../../packages/check/src/checkService.ts"

const root = new URL("../../", import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, root), "utf8")
const prose = (document: string): string => read(document).replaceAll(/\s+/g, " ")

const number = (text: string): number =>
  text
    .replaceAll("_", "")
    .split(" * ")
    .reduce((product, factor) => product * Number(factor), 1)

/** Returns the number that a source file gives to a constant or an option, or the first group of an expression. */
const valueIn = (file: string, place: string | RegExp): number => {
  const found =
    typeof place === "string" ? new RegExp(`\\b${place}(?:: number)? = "?([\\d._]+(?: \\* [\\d_]+)*)`) : place
  const [, text = ""] = found.exec(read(file)) ?? []
  assert.match(text, /\d/, `${file} has no number ${String(place)}`)
  return number(text)
}

const grouped = (value: number): string => value.toLocaleString("en-US")
const word = (value: number): string =>
  "zero one two three four five six seven eight nine ten".split(" ")[value] ?? String(value)
const seconds = (millis: number): number => millis / 1000
const minutes = (millis: number): number => millis / 60_000
const megabytes = (bytes: number): number => bytes / 1_000_000

/** A sentence that states a number in words, such as "once a week" for 7 days. */
const only =
  (stated: number, sentence: string) =>
  (value: number): string =>
    value === stated ? sentence : `${sentence} (it is ${value})`

type Row = readonly [file: string, place: string | RegExp, ...sentences: ReadonlyArray<(value: number) => string>]

/** Parts of sentences that state a number of the sources, by document. */
const documents: Readonly<Record<string, ReadonlyArray<Row>>> = {
  "README.md": [
    ["packages/core/src/queries/QueryInput.ts", "maxRecordsPerPage", (n) => `returns ${n} records per page`],
    [
      "apps/cli/src/source/openSource.ts",
      "usualRequestsPerHour",
      (n) => `The service allows ${grouped(n)} requests an hour`
    ]
  ],
  "docs/api.md": [
    [
      "packages/core/src/queries/QueryInput.ts",
      "maxRecordsPerPage",
      (n) => `\`items_per_page\` is ${n} by default and at most`
    ],
    ["packages/core/src/records/Envelope.ts", "maxLevels", (n) => `nested more than ${n} levels deep`],
    ["packages/core/src/budget/Call.ts", /maxRetries: (\d+)/, (n) => `It makes at most ${word(n + 1)} attempts`],
    [
      "packages/core/src/budget/Call.ts",
      "maxWaitMillis",
      (n) => `\`maxWait\` is ${word(minutes(n))} minutes by default`
    ],
    ["packages/core/src/client/retries.ts", "maxRetriesSaved", (n) => `within a budget of ${word(n)} retries`],
    ["packages/core/src/client/retries.ts", "responsesPerRetry", (n) => `Each ${word(n)} responses add one retry`],
    ["packages/core/src/client/exchange.ts", "maxPauseMillis", (n) => `is limited to ${n / 3_600_000} hours`],
    ["packages/core/src/client/body.ts", "maxBodyBytes", (n) => `does not read a body above ${megabytes(n)} MB`],
    [
      "packages/core/src/client/circuitBreaker.ts",
      "failureThreshold",
      (n) => `After ${word(n)} consecutive calls failed`
    ],
    [
      "packages/core/src/client/circuitBreaker.ts",
      /exponential\("(\d+) seconds"/,
      (n) => `with \`CircuitOpen\` for ${n} seconds`,
      (n) => `the next pause takes ${n} seconds again`
    ],
    [
      "packages/core/src/client/circuitBreaker.ts",
      /spaced\("(\d+) minutes"/,
      (n) => `the time doubles, up to ${n} minutes`
    ],
    ["packages/core/src/client/KeyMask.ts", "minLength", (n) => `A key of fewer than ${word(n)} characters`],
    [
      "packages/core/src/walk/AnchoredReader.ts",
      "maxFruitlessPages",
      (n) => `fails with \`WalkStalled\` after ${word(n)} pages`
    ],
    ["packages/core/src/walk/AnchoredReader.ts", "maxPagesPassed", (n) => `do not count, up to ${grouped(n)} in a row`],
    [
      "packages/core/src/walk/AnchoredReader.ts",
      "endRepeats",
      (n) => `A walk ends when ${word(n)} requests in a row find nothing`
    ],
    ["packages/core/src/walk/Seen.ts", "defaultRememberedRecords", (n) => `remembers the last ${grouped(n)} records`],
    ["packages/core/src/walk/Seen.ts", "minRememberedRecords", (n) => `changes this number, from ${grouped(n)} to`],
    ["packages/core/src/walk/Seen.ts", "maxRememberedRecords", (n) => `to ${grouped(n)}, and the report contains`]
  ],
  "docs/architecture.md": [
    ["tools/soak.ts", /"schedules", \[([\d_]+)/, (n) => `Each seed from 1 to ${grouped(n)} produces a schedule`],
    ["tools/soak.ts", /"fuzz-socket", \[([\d_]+)/, (n) => `and ${grouped(n)} over a socket (`],
    [
      "apps/cli/test/scenariosExecutable.test.ts",
      /sampledScenarios\((\d+)/,
      only(16, "every sixteenth as a separate process")
    ],
    [
      "apps/cli/test/scenariosTerminal.test.ts",
      /sampledScenarios\((\d+)/,
      only(8, "through a pseudo-terminal: every eighth scenario")
    ],
    ["tools/test/soak.test.ts", "tested", (n) => `\`test\` runs the first ${n} seeds`],
    ["tools/test/faultyScenarios.test.ts", "each", only(8, "`test` runs an eighth of them in process")],
    ["packages/server/test/fuzz.test.ts", "seeds", (n) => `\`test\` sends ${grouped(n)} requests in process`],
    ["packages/server/test/fuzz.test.ts", "count", (n) => `and ${grouped(n)} over a socket.`]
  ],
  "docs/blocklist.md": [
    [
      "packages/mirror/src/blocklist/makeBlocklist.ts",
      "days",
      (n) => `the last ${n} days (\`--days N\`)`,
      (n) => `only reports of the last ${n} days count`
    ],
    [
      "packages/mirror/src/blocklist/makeBlocklist.ts",
      "min",
      (n) => `at least ${n} reports (\`--min N\`)`,
      (n) => `A number needs ${word(n)} reports`
    ],
    ["packages/mirror/src/blocklist/makeBlocklist.ts", "places", (n) => `from at least ${n} places (\`--places N\`)`],
    [
      "packages/mirror/src/blocklist/makeBlocklist.ts",
      /countProblems\("min", min, (\d+)\)/,
      (n) => `\`--min\` cannot be less than ${n}`
    ],
    [
      "packages/mirror/src/blocklist/makeBlocklist.ts",
      "maxAgeDays",
      (n) => `is more than ${n} days old (Eastern time)`,
      (n) => `It may be at most ${n} days old`
    ],
    [
      "packages/mirror/src/blocklist/makeBlocklist.ts",
      "maxLackingShare",
      (n) => `more than ${100 / n} % of the published days of the window`
    ],
    ["packages/mirror/src/blocklist/reportedNumbers.ts", "halfLifeDays", (n) => `0.5^(age / ${n} days)`],
    ["packages/mirror/src/blocklist/formats.ts", "numbersPerCard", (n) => `contacts with ${grouped(n)} numbers each`]
  ],
  "docs/embedding.md": [
    ["packages/core/src/queries/QueryInput.ts", "maxRecordsPerPage", (n) => `\`limit\` (1 to ${n})`],
    ["packages/core/src/walk/digest.ts", "digestLength", (n) => `a digest of each record, ${2 * n} bytes as Base64`],
    [
      "packages/core/src/walk/AnchoredReader.ts",
      "maxFruitlessPages",
      (n) => `${word(n)} consecutive pages contained no new record`
    ],
    [
      "packages/core/src/budget/Call.ts",
      "maxWaitMillis",
      (n) => `The default is ${word(minutes(n))} minutes for \`page\`, \`get\` and \`estimate\``
    ],
    [
      "packages/core/src/CallListener.ts",
      "shortWaitMillis",
      (n) => `A wait of more than ${seconds(n)} seconds is logged`,
      (n) => `waits of more than ${seconds(n)} seconds are warnings`
    ],
    [
      "packages/core/src/client/circuitBreaker.ts",
      "failureThreshold",
      (n) => `After ${word(n)} consecutive failed calls`
    ],
    [
      "packages/core/src/client/circuitBreaker.ts",
      /exponential\("(\d+) seconds"/,
      (n) => `requests are paused for ${n} seconds`
    ],
    ["packages/core/src/client/responseReuse.ts", "maxResponses", (n) => `up to ${n} responses with status 200`]
  ],
  "docs/errors.md": [
    ["packages/core/src/budget/Call.ts", /maxRetries: (\d+)/, (n) => `in all ${word(n + 1)} attempts`],
    [
      "packages/core/src/walk/AnchoredReader.ts",
      "maxFruitlessPages",
      (n) => `${word(n)} pages in a row contained no new record`
    ],
    ["packages/core/src/client/KeyMask.ts", "minLength", (n) => `a key of ${word(n)} or more characters`],
    ["apps/cli/src/source/apiKey.ts", "commandTimeout", (n) => `its command failed or took more than ${n} seconds`],
    [
      "packages/mirror/src/importing/reconcile.ts",
      "guardShare",
      (n) => `a day would lose more than ${100 * n} % of its records`
    ]
  ],
  "docs/executable.md": [
    ["apps/cli/src/output/requestLog.ts", "shortWaitMillis", (n) => `each wait of more than ${seconds(n)} seconds`],
    [
      "packages/core/src/client/retries.ts",
      "maxBackoffMillis",
      (n) => `Retry pauses are at most ${seconds(n)} seconds, so \`--max-wait ${seconds(n)}s\``
    ],
    [
      "packages/core/src/client/circuitBreaker.ts",
      "failureThreshold",
      (n) => `After ${word(n)} consecutive failed calls`
    ],
    ["packages/core/src/budget/Call.ts", /maxRetries: (\d+)/, (n) => `Retry 1 of ${n} in`],
    [
      "packages/check/src/checkService.ts",
      "maxRequests",
      (n) => `the number of requests: ${plannedRequests}, and at most ${n} including retries`,
      () => `"requests": ${plannedRequests},`
    ],
    [
      "packages/core/src/dates/serviceClock.ts",
      "toleratedMillis",
      (n) => `more than ${seconds(n)} seconds is a problem`
    ],
    ["apps/cli/src/doctor/serviceVerdicts.ts", "deadline", (n) => `which it retries for at most ${n} seconds`],
    [
      "apps/cli/src/source/settings.ts",
      /maxDuration = Duration\.days\((\d+)\)/,
      (n) => `Durations are at most ${n} days`
    ],
    [
      "packages/text/src/readTextFile.ts",
      "maxBytes",
      (n) => `a regular file of at most ${megabytes(n)} MB`,
      (n) => `also limited to ${megabytes(n)} MB`
    ],
    ["packages/text/src/readTextFile.ts", "pipeTimeout", (n) => `waits up to ${n} seconds for data from a pipe`],
    ["apps/cli/src/source/apiKey.ts", "commandTimeout", (n) => `has ${n} seconds to print the key`]
  ],
  "docs/export.md": [
    ["packages/export/src/parquet/writeParquet.ts", "rowsPerGroup", (n) => `${grouped(n)} rows per group`],
    [
      "packages/export/src/plan.ts",
      "manyRequests",
      (n) => `another one to measure the latency if the plan has more than ${n} requests`
    ],
    [
      "apps/cli/src/export/toFile.ts",
      /maxRetryAfter = Duration\.hours\((\d+)\)/,
      (n) => `\`Retry-After\` of up to ${n} hours`
    ]
  ],
  "docs/mirror.md": [
    [
      "packages/mirror/src/store/MirrorFile.ts",
      "lockMillis",
      (n) => `one that waits for ${word(seconds(n))} seconds ends with an error`,
      (n) => `has been writing for ${seconds(n)} seconds`
    ],
    ["packages/mirror/src/importing/reconcile.ts", "guardShare", (n) => `than ${100 * n} % of its records is _held_`],
    [
      "packages/mirror/src/importing/importDay.ts",
      "daysUntilSettled",
      only(7, "a week after its publication. If it is unchanged, it is _settled_")
    ],
    [
      "packages/mirror/src/numbers/telephoneNumber.ts",
      "shortestPrefix",
      (n) => `${word(n).replace("t", "T")} to nine digits`
    ],
    ["packages/mirror/src/store/ledger.ts", "restHours", (n) => `after ${n} hours, if it is partial or held`],
    ["packages/mirror/src/sync/sync.ts", "firstDays", (n) => `${word(n)} days up to the last published one`],
    [
      "apps/cli/src/export/toFile.ts",
      /maxRetryAfter = Duration\.hours\((\d+)\)/,
      (n) => `a \`Retry-After\` of up to ${n} hours, like an export`
    ],
    ["packages/mirror/src/sync/sync.ts", "maxFailures", (n) => `After ${word(n)} in a row the run ends`],
    ["packages/mirror/src/sync/syncNotices.ts", "maxKnownPages", (n) => `until ${word(n)} pages bring nothing new`],
    ["packages/mirror/src/sync/syncNotices.ts", "hoursBetweenReads", only(12, "notices: twice a day at most")],
    ["packages/mirror/src/sync/syncNotices.ts", "daysBetweenFullReads", only(7, "once a week all of them")],
    ["packages/mirror/src/sync/syncNotices.ts", "guardShare", (n) => `If more than ${100 * n} % would be marked`]
  ],
  "docs/server.md": [
    [
      "packages/server/src/dataset/bundledSample.ts",
      /moreNotices\] = \[\d+, ([\d_]+)/,
      (n) => `and ${grouped(n)} generated notices of fictional companies`
    ],
    [
      "packages/server/src/handleRequest.ts",
      "maxUrlLength",
      (n) => `the URL has at most ${grouped(n)} characters`,
      (n) => `Up to ${grouped(n)} characters, otherwise 414`
    ],
    ["packages/server/src/requests/PageWindow.ts", "maxRecordsPerPage", (n) => `pages of at most ${n} records`],
    [
      "packages/server/src/requests/representation.ts",
      "minBytesToCompress",
      (n) => `gzip for bodies from ${grouped(n)} bytes on`
    ],
    [
      "packages/server/src/faults/FaultControl.ts",
      "historySize",
      (n) => `the last ${grouped(n)} requests that passed the checks`
    ],
    ["packages/server/src/faults/FaultInjector.ts", "seed", (n) => `The same \`seed\` (default ${n})`],
    ["packages/server/src/faults/FaultSchedule.ts", /status: .*minimum: (\d+)/, (n) => `this status (${n} to`],
    [
      "packages/server/src/faults/FaultSchedule.ts",
      /status: .*maximum: (\d+)/,
      (n) => `to ${n}) instead of the response`
    ],
    ["packages/server/src/notices/NoticeFilterParameters.ts", "maxParameters", (n) => `at most ${n} filter parameters`],
    ["packages/server/src/notices/NoticeCondition.ts", "maxKeywords", (n) => `a keyword filter at most ${n} words`],
    [
      "packages/server/src/dataset/DataSetBuilder.ts",
      "maxReported",
      (n) => `reports the first ${word(n)} on standard error`
    ],
    [
      "packages/server/src/socket/SocketLimits.ts",
      /drainMillis: ([\d_]+)/,
      (n) => `all others after ${word(seconds(n))} seconds`
    ],
    ["packages/server/src/socket/Certificate.ts", /add\(now, \{ days: (\d+)/, only(365, "valid for a year")],
    [
      "packages/server/src/ReferenceServerOptions.ts",
      /@default \{ limit: (\d+), window: "1 hour" \}/,
      (n) => `\`--rate-limit ${n}/1h\` limits each key over a sliding window of an hour`
    ],
    ["packages/server/src/socket/SocketServer.ts", "graceMillis", only(250, "within a quarter of a second")]
  ],
  "packages/testing/README.md": [
    ["packages/testing/src/vitest.ts", "timeout", (n) => `by default with a timeout of ${seconds(n)} s`]
  ],
  "docs/several-processes.md": [
    [
      "packages/core/src/redis/resilientRedis.ts",
      "operationTimeout",
      (n) => `The first operation waits up to ${word(n)} seconds`
    ],
    [
      "packages/core/src/redis/resilientRedis.ts",
      "retryInterval",
      only(1, "checks once a second whether Redis is back")
    ]
  ],
  "docs/terminal.md": [
    ["apps/tui/src/collection/RowStore.ts", "rowsPerPage", (n) => `Rows load in pages of ${n}, one request each`],
    ["apps/tui/src/collection/RowStore.ts", "maxPagesHeld", (n) => `At most ${grouped(50 * n)} rows are stored`],
    ["apps/tui/src/collection/loading.ts", "prefetchRows", (n) => `comes within ${n} rows of a row that is not loaded`],
    ["apps/tui/src/commands/loading.ts", "manyRows", (n) => `before it discards more than ${n} rows`],
    ["apps/tui/src/collection/history.ts", "maxRows", (n) => `The history stores the newest ${grouped(n)} rows`],
    ["apps/tui/src/collection/retryCountdown.ts", "minRetryDelay", (n) => `retries after ${seconds(n)} seconds`],
    ["apps/tui/src/collection/retryCountdown.ts", "maxRetryDelay", (n) => `at least every ${word(minutes(n))} minutes`],
    ["apps/tui/src/drawing/layout.ts", "sideFrom", (n) => `next to it from ${n} columns on`],
    [
      "apps/tui/src/insights/Insights.ts",
      "growthBetweenCounts",
      (n) => `after each ${Math.round(100 * (n - 1))} % of growth`
    ],
    ["apps/tui/src/complaints/mirrorCharts.ts", "maxNumbers", (n) => `has the ${n} most reported ones`],
    ["apps/tui/src/platform/clipboard.ts", "maxTerminalCopyBytes", (n) => `The limit is ${grouped(n)} bytes`],
    ["apps/tui/src/platform/files.ts", "largestBytes", (n) => `A file is at most ${megabytes(n)} MB`],
    ["apps/tui/src/platform/terminalSize.ts", "screenReaderColumns", (n) => `with at most ${n} columns`],
    ["packages/mirror/src/answers/number.ts", "maxNeighbors", (n) => `up to ${n} reported numbers`]
  ]
}

for (const [document, rows] of Object.entries(documents)) {
  describe(`the numbers in ${document}`, () => {
    const text = prose(document)
    for (const [file, place, ...sentences] of rows) {
      it(`are those of ${file}: ${String(place)}`, () => {
        const value = valueIn(file, place)
        for (const sentence of sentences) assert.include(text, sentence(value))
      })
    }
  })
}
