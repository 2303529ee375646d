import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Mirror } from "@public-records/mirror"
import { Context, Effect, Layer, Stream } from "effect"
import { makeMirror } from "./mirrors.ts"

const openStatic = (file: string) =>
  Effect.map(Layer.build(Mirror.layer({ file, access: "static" })), Context.get(Mirror))

describe("a file that nobody writes", () => {
  it.effect("is refused if it is no mirror", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeMirror
      const file = join(folder, "text.duckdb")
      yield* Effect.promise(() => writeFile(file, "some text"))
      assert.strictEqual((yield* Effect.flip(openStatic(file))).problem, "Foreign")
      assert.strictEqual((yield* Effect.flip(openStatic(join(folder, "missing.duckdb")))).problem, "Foreign")
    })
  )

  it.effect("answers, and cannot be changed", () =>
    Effect.gen(function* () {
      const { file, folder, importPaths, mirror } = yield* makeMirror
      const day = join(folder, "DNC_Complaint_Numbers_2021-07-08.csv")
      const header =
        "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"
      const row = "2165550100,2021-07-07 10:00:00,2021-07-06 09:00:00,Akron,Ohio,330,Other,Y"
      yield* Effect.promise(() => writeFile(day, `${header}\r\n${row}\r\n`))
      yield* importPaths([day])
      yield* mirror.compact
      const opened = yield* openStatic(file)
      assert.strictEqual((yield* opened.status).records, 1)
      const failure = yield* Effect.flip(Stream.runDrain(opened.importFiles([day], { replace: true })))
      assert.strictEqual(failure.problem, "Unusable")
      assert.strictEqual((yield* opened.status).records, 1)
    })
  )
})
