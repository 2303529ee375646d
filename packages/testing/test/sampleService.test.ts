import { execFile, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { assertCanceled } from "../src/Driver.ts"
import { startSampleService, temporaryFolder } from "../src/drivers/SampleService.ts"
import { defaultSetup } from "../src/Scenario.ts"
import { everyComplaint, everyNotice } from "../src/scenarios/requests.ts"

describe("the sample service", () => {
  it.live("counts the requests for a collection from its start, before and during a wait", () =>
    Effect.gen(function* () {
      const { requests, server } = yield* startSampleService(defaultSetup, "process")
      const send = (path: string) => Effect.promise(() => server.fetch(server.url + path))
      yield* send("/v0/dnc-complaints")
      yield* send("/v0/dnc-complaints/none")
      yield* requests(everyComplaint, 2)
      const third = yield* Effect.forkChild(requests(everyComplaint, 3), { startImmediately: true })
      const notice = yield* Effect.forkChild(requests(everyNotice, 1), { startImmediately: true })
      assert.isUndefined(third.pollUnsafe())
      yield* send("/v0/hsr-early-termination-notices")
      yield* Fiber.join(notice)
      assert.isUndefined(third.pollUnsafe())
      yield* send("/v0/dnc-complaints?offset=50")
      yield* Fiber.join(third)
    }).pipe(Effect.scoped)
  )
})

describe("a temporary folder", () => {
  it.effect("is removed when its scope closes", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.scoped(
        Effect.tap(temporaryFolder, (folder) => Effect.sync(() => assert.isTrue(existsSync(folder))))
      )
      assert.isFalse(existsSync(folder))
    })
  )
})

describe("the folders of a process", () => {
  const module = new URL("../src/drivers/processFolder.ts", import.meta.url).href
  const program = (rest: string) =>
    `import { processFolder } from ${JSON.stringify(module)}; console.log(Array.from({ length: 12 }, processFolder).join("\\n")); ${rest}`
  const start = ["--input-type=module", "--eval"]

  it("are removed when it exits, without a warning about many listeners", async () => {
    const { stderr, stdout } = await promisify(execFile)(process.execPath, [...start, program("")])
    const folders = stdout.trim().split("\n")
    assert.deepStrictEqual(
      [stderr, new Set(folders).size, folders.filter((folder) => existsSync(folder))],
      ["", 12, []]
    )
  })

  it("are removed when it is ended by SIGTERM, which is its exit status", async () => {
    const child = spawn(process.execPath, [...start, program("setInterval(() => {}, 1000)")])
    const folders = await new Promise<ReadonlyArray<string>>((resolve) =>
      child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.trim().split("\n")))
    )
    assert.isTrue(folders.every((folder) => existsSync(folder)))
    const signal = new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)))
    child.kill("SIGTERM")
    assert.strictEqual(await signal, "SIGTERM")
    assert.deepStrictEqual(
      folders.filter((folder) => existsSync(folder)),
      []
    )
  })
})

describe("a canceled call", () => {
  it("must have aborted its last request, not only an earlier one", () => {
    const [aborted, running] = [AbortSignal.abort(), new AbortController().signal]
    const isCanceled = (...signals: ReadonlyArray<AbortSignal>) =>
      Exit.isSuccess(Effect.runSyncExit(assertCanceled(signals)))
    assert.deepStrictEqual(
      [isCanceled(running, aborted), isCanceled(aborted, running), isCanceled()],
      [true, false, false]
    )
  })
})
