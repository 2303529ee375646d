import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it, onTestFinished } from "@effect/vitest"
import { createMirror } from "@public-records/mirror/promise"
import { daily, july7, row } from "./mirrors.ts"

const filledMirror = async () => {
  const folder = await mkdtemp(join(tmpdir(), "mirror-"))
  const file = join(folder, "mirror.db")
  const mirror = await createMirror({ file, access: "write" })
  onTestFinished(async () => {
    await mirror.close()
    await rm(folder, { recursive: true })
  })
  await writeFile(join(folder, july7), daily(row(), row({ state: "Iowa" })))
  const tags: Array<string> = []
  for await (const { _tag } of mirror.importFiles([join(folder, july7)])) tags.push(_tag)
  return { file, folder, mirror, tags }
}

describe("a mirror with Promises", () => {
  it("imports and answers in plain values", async () => {
    const { mirror, tags } = await filledMirror()
    assert.deepStrictEqual(tags, ["Reading", "Day", "Report"])
    assert.strictEqual((await mirror.status()).records, 2)
    assert.strictEqual((await mirror.coverage()).whole, 1)
    assert.strictEqual((await mirror.count({ state: "oh", robocall: true })).value.records, 1)
    assert.strictEqual((await mirror.number("216 555 0100", { state: "IA" })).value.reports, 1)
    assert.strictEqual((await mirror.top({ of: "states" })).value.top.length, 2)
    assert.strictEqual((await mirror.trends({ by: "state", where: { areaCode: 216 } })).value.rows.length, 2)
    assert.deepStrictEqual((await mirror.blocklist({ days: 1, min: 2, force: true })).value.numbers, [])
    assert.deepStrictEqual((await mirror.party("x")).party, [])
    assert.deepStrictEqual((await mirror.verify("contents")).damaged, [])
    assert.isAtLeast((await mirror.compact()).before, 1)
    const found: Array<string | null> = []
    for await (const { consumerState } of mirror.find({ createdDate: "2021-07-07" })) found.push(consumerState)
    assert.deepStrictEqual(found.toSorted(), ["Iowa", "Ohio"])
    assert.strictEqual((await mirror.complaints.page({ state: "OH" })).total, 1)
  })

  it("passes options on to every answer", async () => {
    const { mirror } = await filledMirror()
    const found: Array<string | null> = []
    for await (const { consumerState } of mirror.find({}, { limit: 1 })) found.push(consumerState)
    assert.strictEqual(found.length, 1)
    const shares: Array<number | undefined> = []
    await mirror.verify("counts", { onProgress: (share) => void shares.push(share) })
    assert.isNotEmpty(shares)
  })

  it("passes options on to an import", async () => {
    const { folder, mirror } = await filledMirror()
    await writeFile(join(folder, july7), daily(row()))
    const outcomes: Array<string> = []
    for (const replace of [true, false]) {
      for await (const event of mirror.importFiles([join(folder, july7)], { replace })) {
        if (event._tag === "Day") outcomes.push(event.outcome)
      }
    }
    assert.deepStrictEqual(outcomes, ["replaced", "kept"])
  })

  it("closes the file, so that SQLite removes its log", async () => {
    const { file, mirror } = await filledMirror()
    await mirror.count({})
    assert.isTrue(existsSync(`${file}-wal`))
    await mirror.close()
    assert.isFalse(existsSync(`${file}-wal`))
  })

  it("rejects invalid queries, and stops with the reason of an aborted signal", async () => {
    const { mirror } = await filledMirror()
    const rejected = (promise: Promise<unknown>) =>
      promise.then(
        () => undefined,
        (error: unknown) => error
      )
    assert.include(String(await rejected(mirror.count({ state: "Ohoi" }))), "not a state")
    assert.include(String(await rejected(mirror.blocklist({ min: 1 }))), "Use an integer from 2 to 10000, not 1.")
    const reason = new Error("stop")
    assert.strictEqual(await rejected(mirror.verify("contents", { signal: AbortSignal.abort(reason) })), reason)
    assert.strictEqual(await rejected(mirror.trends({ by: "day" }, { signal: AbortSignal.abort(reason) })), reason)
    assert.include(String(await rejected(createMirror({ file: "/nowhere/mirror.db" }))), "does not exist")
  })
})
