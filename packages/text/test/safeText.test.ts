import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import stringWidth from "string-width"
import { cut, justify, fit, widthOf, wrap } from "../src/fit.ts"
import { safeJsonText, safeLines, safeText } from "../src/safeText.ts"

const hostilePieces = [
  "\u001B]52;c;aGk=\u0007",
  "\u001B]8;;http://phish.example\u001B\\click\u001B]8;;\u001B\\",
  "\u001B[31mred\u001B[0m",
  "\u001B[2J\u001B[H",
  "\u001B]0;title\u0007",
  "\u001BPdevice control\u001B\\",
  "\u009B31m",
  "\u009D0;c1\u009C",
  "\u001B]unterminated",
  "\r\n\t\b\u0007\u007F\u0000",
  "\u2028\u2029\u0085",
  "\u202Eright to left\u202C\u2066\u2069\u200F\u061C",
  "a\u200Bb\u200Cc\u200Dd\uFEFF\u2060\u00AD",
  "\u{E0041}\u{E007F}",
  "\uD800",
  "\uDC00x",
  "Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306",
  "\uE000\uE001",
  "👩‍🚀 👨‍👩‍👧 ❤️",
  "東京 Zürich Thompson’s station",
  "plain"
]

const dangerous = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u{E0000}-\u{E0FFF}]/u
const joiner = /\u200D/u
const longMarks = /\p{M}{4}/u

const Hostile = Schema.Array(Schema.Union([Schema.Literals(hostilePieces), Schema.String]))

describe("safeText", () => {
  it.prop(
    "removes every character that controls a terminal, hides or reorders text",
    { pieces: Hostile },
    ({ pieces }) => {
      const safe = safeText(pieces.join(""))
      assert.notMatch(safe, dangerous)
      assert.notMatch(safe, joiner)
      assert.notMatch(safe, longMarks)
    }
  )

  it.prop("is idempotent", { pieces: Hostile }, ({ pieces }) => {
    const safe = safeText(pieces.join(""))
    assert.strictEqual(safeText(safe), safe)
  })

  it("replaces removed characters with visible ones", () => {
    assert.strictEqual(safeText("\u001B[31m"), "␛[31m")
    assert.strictEqual(safeText("a\nb\tc\r"), "a␊b␉c␍")
    assert.strictEqual(safeText("\u007F\u009B\u202E\uD800\u{E0041}"), "␡����")
  })

  it("keeps text of all languages, and emoji", () => {
    for (const text of ["東京", "Zürich", "Thompson’s station", "🚀", "❤️", "é", "한국어"]) {
      assert.strictEqual(safeText(text), text)
    }
  })

  it("splits joined emoji, because terminals disagree about their width", () => {
    assert.strictEqual(safeText("👨\u200D👩\u200D👧"), "👨\uFFFD👩\uFFFD👧")
  })

  it("replaces private-use characters, even if they look like its internal marker", () => {
    assert.strictEqual(safeText("a\uE000b\uE001"), "a\uFFFDb\uFFFD")
  })
})

describe("safeLines", () => {
  it.prop("makes every line safe and keeps the line breaks", { pieces: Hostile }, ({ pieces }) => {
    const text = pieces.join("\n")
    assert.deepStrictEqual(safeLines(text).split("\n"), text.split("\n").map(safeText))
  })
})

describe("safeJsonText", () => {
  it.prop("keeps the value and leaves nothing for safeText to replace", { pieces: Hostile }, ({ pieces }) => {
    const value = { [pieces.join("")]: pieces }
    const safe = safeJsonText(JSON.stringify(value, null, 2))
    assert.deepStrictEqual(JSON.parse(safe), JSON.parse(JSON.stringify(value)))
    assert.strictEqual(safeLines(safe), safe)
  })
})

describe("fit, wrap and widthOf", () => {
  const width = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })))

  it.prop("fill the width exactly with any text", { pieces: Hostile, width }, ({ pieces, width }) => {
    const text = safeText(pieces.join(""))
    assert.strictEqual(stringWidth(fit(text, width)), width)
    assert.isAtMost(stringWidth(cut(text, width)), width)
    assert.strictEqual(stringWidth(justify(text, "q quit", width)), width)
  })

  it.prop("keep every character of wrapped text except spaces", { pieces: Hostile, width }, ({ pieces, width }) => {
    const text = safeText(pieces.join(""))
    const lines = wrap(text, width)
    assert.strictEqual(lines.join("").replaceAll(/\s/g, ""), text.replaceAll(/\s/g, ""))
    for (const line of lines) assert.isAtMost(widthOf(line), Math.max(width, 2))
  })

  it("count the same cells as string-width, even without calling it", () => {
    for (let code = 0x20; code <= 0x2fff; code++) {
      const character = String.fromCodePoint(code)
      const styled = `\u001B[1;31m${character}\u001B[0m`
      const width = stringWidth(character)
      if (widthOf(character) !== width || widthOf(styled) !== width) {
        assert.fail(`U+${code.toString(16)} has ${width} cells, and is given ${widthOf(character)}`)
      }
    }
    for (const text of ["⚠️", "a\u0301", "│ 東京 │", "▶️ —", "\u001B]8;;x\u0007link\u001B]8;;\u0007"]) {
      assert.strictEqual(widthOf(text), stringWidth(text))
    }
  })
})

describe("the characters of frames", () => {
  it("have the width that is counted for them, alone and in a row", () => {
    const all = "·—…•▲▼▶▸●○─│┌┐└┘├┤┬┴┼▁▂▃▄▅▆▇█▏▎▍▌▋▊▉▐▀░▒▓"
    for (const one of [...all, all, `a${all}b`]) assert.strictEqual(widthOf(one), stringWidth(one), one)
    assert.strictEqual(fit(`${all}東京`, 12), `${all.slice(0, 11)}…`)
    for (const joined of ["▶\uFE0F", "a\u0301", "│\u0301"]) assert.strictEqual(widthOf(joined), stringWidth(joined))
  })
})
