import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { readWholeKeys } from "../src/platform/wholeKeys.ts"
import { fakeInput, isReadStream } from "./terminal.tsx"

const escapeKey = "\u001B[27u"

/** Pieces with waits in milliseconds between them, and what a program reads of them, after how many milliseconds. */
type Case = readonly [
  name: string,
  pieces: ReadonlyArray<string | number>,
  keys: ReadonlyArray<readonly [at: number, text: string]>
]

/** Sends pieces with waits in milliseconds between them. Returns what a program reads, and when. */
const sent = async (...pieces: ReadonlyArray<string | number>): Promise<ReadonlyArray<readonly [number, string]>> => {
  const stdin = fakeInput()
  if (!isReadStream(stdin)) throw new Error("not a terminal")
  const release = readWholeKeys(stdin)
  const received: Array<readonly [number, string]> = []
  let now = 0
  stdin.on("readable", () => {
    for (let text = stdin.read(); text !== null; text = stdin.read()) {
      if (text !== "") received.push([now, String(text)])
    }
  })
  const wait = async (millis: number): Promise<void> => {
    for (let step = 0; step < millis; step++) {
      now += 1
      await vi.advanceTimersByTimeAsync(1)
    }
  }
  for (const piece of pieces) {
    if (typeof piece === "number") await wait(piece)
    else stdin.push(piece)
    await vi.advanceTimersByTimeAsync(0)
  }
  await wait(1500)
  release()
  return received
}

describe("a key that arrives in pieces", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
  afterEach(() => void vi.useRealTimers())

  it.each<Case>([
    ["Down after Esc", ["\u001B", 40, "[B"], [[40, "\u001B[B"]]],
    ["Down, byte by byte", ["\u001B", 99, "[", 999, "B"], [[1098, "\u001B[B"]]],
    ["Home of an application keypad", ["\u001BO", 900, "H"], [[900, "\u001BOH"]]],
    ["Shift-Right", ["\u001B[1;", 400, "2", 400, "C"], [[800, "\u001B[1;2C"]]],
    ["a function key of the Linux console", ["\u001B[[", 500, "A"], [[500, "\u001B[[A"]]],
    ["a key with Alt", ["\u001B", 40, "j"], [[40, "\u001Bj"]]],
    [
      "text before it",
      ["ab\u001B[", 40, "Bc"],
      [
        [0, "ab"],
        [40, "\u001B[Bc"]
      ]
    ],
    [
      "the end of a paste",
      ["\u001B[200~a\u001B[20", 40, "1~"],
      [
        [0, "\u001B[200~a"],
        [40, "\u001B[201~"]
      ]
    ]
  ])("is one key: %s", async (_, pieces, keys) => {
    assert.deepStrictEqual(await sent(...pieces), keys)
  })

  it.each<Case>([
    ["Esc", ["\u001B"], [[100, escapeKey]]],
    [
      "Esc twice",
      ["\u001B", 50, "\u001B"],
      [
        [50, escapeKey],
        [150, escapeKey]
      ]
    ],
    ["Esc twice at once", ["\u001B\u001B"], [[100, escapeKey + escapeKey]]],
    [
      "Esc, then Down in pieces",
      ["\u001B", 50, "\u001B", 40, "[B"],
      [
        [50, escapeKey],
        [90, "\u001B[B"]
      ]
    ],
    [
      "Esc, and text after it",
      ["\u001B", 101, "["],
      [
        [100, escapeKey],
        [101, "["]
      ]
    ],
    ["a sequence without an end", ["\u001B[1;"], [[1000, `${escapeKey}[1;`]]],
    ["a whole key", ["\u001B[B"], [[0, "\u001B[B"]]],
    ["rxvt's Shift-Delete", ["\u001B[3$"], [[0, "\u001B[3$"]]],
    ["text", ["jjj["], [[0, "jjj["]]]
  ])("is not waited for longer than that: %s", async (_, pieces, keys) => {
    assert.deepStrictEqual(await sent(...pieces), keys)
  })
})
