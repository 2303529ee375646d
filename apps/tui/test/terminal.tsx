import { EventEmitter } from "node:events"
import { PassThrough } from "node:stream"
import { stripVTControlCharacters } from "node:util"
import { Effect, Layer, Stream } from "effect"
import { AtomRegistry } from "effect/reactivity"
import { render } from "ink"
import { App } from "../src/App.tsx"
import { ownMirrorAtom } from "../src/mirror/OwnMirror.ts"
import { appRuntime, listening } from "../src/requests.ts"
import type { Source } from "../src/Source.ts"
import { sourceAtom } from "../src/source/sourceAtoms.ts"
import { sizeAtom } from "../src/drawing/layout.ts"
import type { Size } from "../src/drawing/layout.ts"
import { commands } from "../src/commands/index.ts"
import { bindingsAtom, bindingsOf } from "../src/keys/bindings.ts"
import { noColorAtom } from "../src/drawing/themes.ts"
import { type Platform, platformAtom, PlatformError } from "../src/platform/Platform.ts"
import { activeLoaderAtom } from "../src/session.ts"
import { formatsAtom, type RecordFormats } from "../src/collection/RecordFormat.ts"
import { fakeOwnMirror } from "./fakeOwnMirror.ts"

/** The sizes of the golden frames. */
export const sizes: ReadonlyArray<Size> = [
  { columns: 100, rows: 30 },
  { columns: 60, rows: 20 },
  { columns: 40, rows: 12 }
]

/** Standard output of a terminal that stores the output. */
export class FakeOutput extends EventEmitter {
  readonly isTTY = true
  readonly writable = true
  columns: number
  rows: number
  readonly written: Array<string> = []

  constructor({ columns, rows }: Size) {
    super()
    this.columns = columns
    this.rows = rows
  }

  write(chunk: string, ...rest: ReadonlyArray<unknown>): boolean {
    this.written.push(chunk)
    const done = rest.find((one) => typeof one === "function")
    if (done !== undefined) queueMicrotask(() => void done())
    return true
  }

  resize({ columns, rows }: Size): void {
    this.columns = columns
    this.rows = rows
    this.emit("resize")
  }
}

/** Makes standard input of a terminal, to which tests write keys. */
export const fakeInput = (onRawMode: (isRaw: boolean) => void = () => undefined) =>
  Object.assign(new PassThrough({ encoding: "utf8" }), {
    isTTY: true,
    isRaw: false,
    setRawMode: onRawMode,
    ref: () => undefined,
    unref: () => undefined
  })

/** Type guards for fake streams, which have everything that Ink and this program use. */
export const isWriteStream = (_output: unknown): _output is NodeJS.WriteStream => true
export const isReadStream = (_input: unknown): _input is NodeJS.ReadStream => true

/** Runs all pending promises, fibers and frames. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** After this number of turns of the event loop, a condition that is still false stays false. */
const maxTurns = 100_000

/** Runs the program until a condition is true. */
export const until = async (isTrue: () => boolean): Promise<void> => {
  for (let turn = 0; !isTrue(); turn++) {
    if (turn === maxTurns) throw new Error(`the condition did not become true: ${isTrue.toString()}`)
    await settled()
  }
}

const format = {
  json: (record: unknown) => JSON.stringify(record),
  ndjson: (record: unknown) => `${JSON.stringify(record)}\n`,
  exportAll: () => Stream.fail({ message: "the disk is full" })
}

/** Formats that show which record was written in which format. */
export const testFormats: RecordFormats = {
  complaints: { ...format, csv: { header: "id\r\n", line: ({ id }) => `${id}\r\n` } },
  notices: { ...format, csv: { header: "id\r\n", line: ({ id }) => `${id}\r\n` } }
}

/** A call of the platform. */
interface Done {
  readonly what: "copied" | "browsed" | "saved" | "suspended"
  readonly text: string
}

/** Creates a platform that stores its calls. Files in `taken` already exist. */
export const fakePlatform = (taken: ReadonlyArray<string> = [], own: Map<string, string> = new Map()) => {
  const done: Array<Done> = []
  const keep = (what: Done["what"], text: string) => Effect.sync(() => void done.push({ what, text }))
  const platform: Platform = {
    copy: (text) => Effect.as(keep("copied", text), "clipboard" as const),
    browse: (address) => keep("browsed", address),
    withHome: (path) => path.replace(/^~/, "/home/ada"),
    freePath: (name) => (taken.includes(name) ? name.replace(".", "-2.") : name),
    saveNew: (path, content) =>
      taken.includes(path)
        ? Effect.fail(new PlatformError({ message: "A file with that name already exists. Enter another name." }))
        : Effect.as(keep("saved", `${path}\n${content}`), `/folder/${path}`),
    viewsPath: "/own/views.json",
    readViews: Effect.sync(() => own.get("views.json")),
    writeViews: (content) => Effect.sync(() => void own.set("views.json", content)),
    suspend: async () => void done.push({ what: "suspended", text: "" })
  }
  return { platform, done, own }
}

/** Creates a registry with a source. */
export const registryOf = (source: Source, clock: Layer.Layer<never> = Layer.empty): AtomRegistry.AtomRegistry => {
  const registry = AtomRegistry.make({
    initialValues: [
      [appRuntime.layer, Layer.merge(listening, clock)],
      [sourceAtom, source],
      [formatsAtom, testFormats],
      [platformAtom, fakePlatform().platform],
      [ownMirrorAtom, fakeOwnMirror()],
      [bindingsAtom, bindingsOf(commands)]
    ]
  })
  registry.mount(activeLoaderAtom)
  return registry
}

/** Runs the program on a terminal of a given size. Every frame is complete. */
export const openTerminal = async (
  source: Source,
  size: Size,
  { platform }: { readonly platform: Platform } = fakePlatform(),
  clock?: Layer.Layer<never>
) => {
  const registry = registryOf(source, clock)
  registry.set(platformAtom, platform)
  registry.set(noColorAtom, true)
  const stdout = new FakeOutput(size)
  const stdin = fakeInput()
  if (!isWriteStream(stdout) || !isReadStream(stdin)) throw new Error("not a terminal")
  registry.set(sizeAtom, size)
  const screen = render(<App registry={registry} />, {
    stdin,
    stdout,
    debug: true,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false
  })
  await settled()
  const raw = (): string => stdout.written.findLast((text) => stripVTControlCharacters(text).trim() !== "") ?? ""
  const frame = (): string => stripVTControlCharacters(raw())
  return {
    registry,
    /** Waits for a frame. */
    until: (isWanted: (frame: string) => boolean): Promise<void> => until(() => isWanted(frame())),
    /** Sends keys as a terminal does, each chunk in one event. */
    keys: async (...chunks: ReadonlyArray<string>): Promise<void> => {
      for (const chunk of chunks) {
        stdin.write(chunk)
        await settled()
      }
    },
    /** Returns the last frame with its escape sequences. */
    raw,
    resize: async (to: Size): Promise<void> => {
      registry.set(sizeAtom, to)
      stdout.resize(to)
      await settled()
    },
    /** Returns the last frame without escape sequences. */
    frame,
    close: (): void => {
      screen.unmount()
      registry.dispose()
    }
  }
}

/** An open terminal. */
export type Terminal = Awaited<ReturnType<typeof openTerminal>>
