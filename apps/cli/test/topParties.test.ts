import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { run as runExecutable } from "./executable.ts"
import { run } from "./inProcess.ts"
import { OneDay } from "./oneDay.ts"

/** The transaction number, the date and the parties of a notice. */
const noticeOf = (id: string, date: string, acquiringParty: string, acquiredParty: string) => ({
  id,
  title: `${id}: ${acquiringParty}; ${acquiredParty}`,
  transactionNumber: id.slice(0, 8),
  acquiringParty,
  acquiredParty,
  acquiredEntities: [],
  date,
  created: `${date}T10:00:00+00:00`,
  updated: `${date}T10:00:00+00:00`
})

/** The third is another notice about the transaction of the second. */
const notices = [
  noticeOf("20210001", "2021-01-04", "Acme Inc.", "Beta"),
  noticeOf("20210002", "2021-02-01", "Acme, Inc", "Gamma"),
  noticeOf("20210002-1", "2021-02-02", "Acme Inc.", "Gamma"),
  noticeOf("20210003", "2021-03-01", "Gamma", "Acme Inc."),
  noticeOf("20210004", "2021-03-02", "Delta", "")
]

/** A mirror of these notices. */
const mirrorOf = Effect.map(OneDay, ({ folder }) => join(folder, "parties.duckdb"))

layer(OneDay.layer)("a ranking of parties", (it) => {
  const ask = Effect.fnUntraced(function* (line: string, columns?: number) {
    const { folder } = yield* OneDay
    const mirror = yield* mirrorOf
    const file = join(folder, "parties.ndjson")
    writeFileSync(file, notices.map((notice) => `${JSON.stringify(notice)}\n`).join(""))
    yield* run(["mirror", "import", file, "--mirror-file", mirror])
    return yield* run([...line.split(" "), "--mirror-file", mirror], {}, columns === undefined ? {} : { columns })
  })

  it.effect("prints a table with a bar for each party, and what it is based on", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* ask("top acquiring-parties", 80)
      assert.strictEqual(code, 0)
      assert.deepStrictEqual(
        stdout.split("\n").map((line) => line.replace(/ *[█▏▎▍▌▋▊▉]*$/u, "")),
        []
      )
    })
  )
})
