import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "./inProcess.ts"
import { header, OneDay, row } from "./oneDay.ts"

const lines = Array.from({ length: 200 }, (_, index) =>
  row(String(2_165_550_100 + index), "10:00:00", "Akron,Ohio,330", "Y")
)
const good = [header, ...lines, ""].join("\n")

layer(OneDay.layer)("mirror import of a daily file", (it) => {
  const importText = Effect.fnUntraced(function* (mirror: string, text: string) {
    const { folder } = yield* OneDay
    mkdirSync(join(folder, `of ${mirror}`), { recursive: true })
    const file = join(folder, `of ${mirror}`, "DNC_Complaint_Numbers_2021-07-08.csv")
    writeFileSync(file, text)
    return yield* run(["mirror", "import", file, "--format", "table", "--mirror-file", join(folder, mirror)])
  })

  it.effect("that is cut at a line end leaves a good day as it is, each time", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      yield* importText("held.db", good)
      for (let times = 0; times < 2; times++) {
        const { code, stderr, stdout } = yield* importText("held.db", [header, ...lines.slice(0, 70), ""].join("\n"))
        assert.strictEqual(code, 6, stderr)
        assert.include(stdout, "the day would lose 130 of its 200 records")
        assert.include(stderr, "Not replaced")
        assert.include(stderr, "--replace")
      }
      const { stdout } = yield* run(["mirror", "status", "--format", "table", "--mirror-file", join(folder, "held.db")])
      assert.include(stdout, "200 complaints")
      assert.include(stdout, "Held: 2021-07-07, because the day would lose 130 of its 200 records.")
    })
  )

  it.effect("that is cut within a row is refused over a good day, and partial without one", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      yield* importText("cut.db", good)
      const refused = yield* importText("cut.db", good.slice(0, -40))
      assert.strictEqual(refused.code, 2)
      assert.include(refused.stderr, "line 201: the file ends within this line")
      assert.include(refused.stderr, "200 of 2021-07-07")
      const { code, stderr, stdout } = yield* importText("new.db", good.slice(0, -40))
      assert.strictEqual(code, 6, stderr)
      assert.include(stderr, "line 201: the file ends within this line")
      assert.include(stdout, "partial")
      const status = yield* run(["mirror", "status", "--format", "table", "--mirror-file", join(folder, "new.db")])
      assert.include(status.stdout, "Partial: 2021-07-07, because the file ends within a line.")
      assert.include(status.stdout, "Set aside: 1, because the ")
    })
  )
})
