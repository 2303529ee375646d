import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it, vi } from "@effect/vitest"
import { Mirror } from "@public-records/mirror"
import { ReferenceServer } from "@public-records/server"
import { Context, Effect, Exit, Layer, Scope, Stream } from "effect"
import { HttpClient } from "effect/http"
import { endSync } from "../src/backgroundSync.ts"
import { type OwnMirror, ownMirrorAtom } from "../src/mirror/OwnMirror.ts"
import type { Local } from "../src/Source.ts"
import { fakeOwnMirror, october28 } from "./fakeOwnMirror.ts"
import { fakeComplaints, fakeService } from "./fakeRecords.ts"
import { header } from "./localOfRows.ts"
import { fakePlatform, openTerminal, type Terminal } from "./terminal.tsx"

/** Writes a file with ten complaints for each day of October. */
const writeOctober = (folder: string): string => {
  const path = join(folder, "october.csv")
  const rows = Array.from({ length: 27 }, (_, index) => String(index + 1).padStart(2, "0")).flatMap((day) =>
    Array.from(
      { length: 10 },
      (_, hour) => `214555010${hour},2026-10-${day} 0${hour}:00:00,2026-10-${day} 00:00:00,Akron,Ohio,330,Other,Y`
    )
  )
  writeFileSync(path, `${[header, ...rows].join("\r\n")}\r\n`)
  return path
}

/** Opens the terminal UI without a mirror. The reference server plays the FTC's site. */
const opened = async () => {
  const scope = Scope.makeUnsafe()
  const folder = mkdtempSync(join(tmpdir(), "real-site-"))
  const file = join(folder, "own", "mirror.duckdb")
  const built = <A, E>(layer: Layer.Layer<A, E>) => Effect.runPromise(Scope.provide(Layer.build(layer), scope))
  const server = ReferenceServer.layerInProcess({ data: [writeOctober(folder)] }).pipe(Layer.provide(october28))
  const services = await built(Layer.provideMerge(ReferenceServer.httpClient, server))
  const { faults, url } = Context.get(services, ReferenceServer)
  const mirror = (access: "read" | "write") =>
    Effect.map(Layer.build(Mirror.layer({ file, access })), Context.get(Mirror))
  const open = Effect.gen(function* () {
    const questions = yield* mirror("read")
    const coverage = yield* questions.coverage()
    const { records } = questions
    return { _tag: "Local", noun: "mirror", name: `mirror ${file}`, records, questions, coverage } satisfies Local
  })
  const own: OwnMirror = fakeOwnMirror({
    path: file,
    exists: () => existsSync(file),
    open: Scope.provide(open, scope),
    sync: (from) =>
      Effect.map(mirror("write"), (writable) =>
        writable.sync({ source: "files", site: url, pauseSeconds: 0, from })
      ).pipe(Stream.unwrap, Stream.provideService(HttpClient.HttpClient, Context.get(services, HttpClient.HttpClient)))
  })
  const source = fakeService({ complaints: fakeComplaints(120) })
  const terminal = await openTerminal(source, { columns: 100, rows: 30 }, fakePlatform(), october28)
  terminal.registry.set(ownMirrorAtom, own)
  return {
    terminal,
    faults,
    folder: join(folder, "own"),
    close: async () => {
      await endSync(terminal.registry)
      terminal.close()
      await Effect.runPromise(Scope.close(scope, Exit.void))
      rmSync(folder, { recursive: true })
    }
  }
}

/** Waits for a text. The engine takes real time to store a file. */
const shows = (terminal: Terminal, text: string) =>
  vi.waitFor(() => assert.include(terminal.frame(), text), { timeout: 60_000, interval: 50 })

describe("the FTC's site on the screen", () => {
  it("becomes a mirror with one key: the newest day first, then the others", async () => {
    const { close, folder, terminal } = await opened()
    await terminal.keys("M")
    assert.match(terminal.frame(), /last 7 days +6 files, 40 s/)
    await terminal.keys("7", "\r")
    await shows(terminal, "mirror, 2026-10-27 to 2026-10-27, 1 day")
    await shows(terminal, "mirror, 2026-10-20 to 2026-10-27, 8 days")
    await shows(terminal, "8 days were read.")
    assert.match(terminal.frame(), /▶ 2026-10-27 09:00 \(214\) 555-0109/)
    await terminal.keys("G")
    await shows(terminal, "row 80 of 80")
    assert.deepStrictEqual(readdirSync(folder), ["mirror.duckdb"])
    await terminal.keys("M")
    await shows(terminal, "8 days from daily files (2026-10-20 to 2026-10-27)")
    assert.match(terminal.frame(), /▶ new and missing days since 2026-10-20 +none is expected yet/)
    await terminal.keys("\r")
    await shows(terminal, "Nothing new: newest file 28 October.")
    await close()
  })

  it("is named with the library's advice if it refuses, and read again by M", async () => {
    const { close, faults, terminal } = await opened()
    await Effect.runPromise(faults.set({ faults: [{ on: { path: "/policy-notices/*" }, do: "html", status: 403 }] }))
    await terminal.keys("M", "\r")
    await shows(terminal, "Not everything was read. Press M to see why.")
    await terminal.keys("M")
    await shows(terminal, "the site refuses this")
    await Effect.runPromise(faults.set({ faults: [] }))
    await terminal.keys("\r")
    await shows(terminal, "8 days were read.")
    assert.match(terminal.frame(), /▶ 2026-10-27 09:00/)
    await close()
  })
})
