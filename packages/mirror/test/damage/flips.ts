/** Bits of a mirror that change without the engine. No answer may differ without an error. */
import { copyFile, open, stat } from "node:fs/promises"
import { Effect } from "effect"
import { MirrorFile } from "../../src/store/MirrorFile.ts"
import { raw } from "../../src/store/sql.ts"
import { verifyDays } from "../../src/store/verify.ts"
import { Choices } from "../comparison/Choices.ts"

/** All values of all tables. */
const contentsOf = (path: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const file = yield* MirrorFile.open(path, "read")
      return yield* file.read((db) =>
        Effect.forEach(["calls", "days", "notices", "set_aside", "staging", "meta"], (table) =>
          db.rows(raw(`from ${table} order by all`))
        )
      )
    })
  ).pipe(Effect.map((tables) => JSON.stringify(tables)))

const verified = (path: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const file = yield* MirrorFile.open(path, "read")
      return yield* file.read((db) => verifyDays(db, "contents"))
    })
  )

const flipBit = async (path: string, position: number, bit: number): Promise<void> => {
  const file = await open(path, "r+")
  const bytes = Buffer.alloc(1)
  await file.read(bytes, 0, 1, position)
  await file.write(Buffer.from([(bytes[0] ?? 0) ^ (1 << bit)]), 0, 1, position)
  await file.close()
}

/** Flips single bits, each in a copy of a mirror. Returns how often questions failed, and which results were wrong. */
export const flipBits = Effect.fnUntraced(function* (mirror: string, count: number, seed: number) {
  const choices = new Choices(seed)
  const [{ size }, sound] = [yield* Effect.promise(() => stat(mirror)), yield* contentsOf(mirror)]
  const copy = `${mirror}.flipped`
  const found = { errors: 0, named: 0, unseen: 0, wrong: new Array<string>() }
  for (let flip = 0; flip < count; flip++) {
    const [position, bit] = [choices.below(size), choices.below(8)]
    yield* Effect.promise(async () => {
      await copyFile(mirror, copy)
      await flipBit(copy, position, bit)
    })
    const contents = yield* Effect.result(contentsOf(copy))
    const verification = yield* Effect.result(verified(copy))
    const isSound =
      verification._tag === "Success" &&
      verification.success.damaged.length + verification.success.problems.length === 0
    const where = `bit ${bit} of byte ${position}`
    if (contents._tag === "Failure") {
      found.errors += 1
      if (verification._tag === "Success" && !isSound) found.named += 1
      if (isSound) found.wrong.push(`${where}: an error that verify does not find`)
      if (!contents.failure.message.includes("mirror verify")) found.wrong.push(`${where}: ${contents.failure.message}`)
    } else if (contents.success === sound) found.unseen += 1
    else found.wrong.push(`${where}: ${isSound ? "a wrong answer" : "a wrong answer, which verify finds"}`)
  }
  return found
})
