import { assert, describe, it } from "@effect/vitest"
import { Option, Redacted } from "effect"
import { KeyMask } from "../src/client/KeyMask.ts"

const key = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bD0fG3hJ6kL9n"
const maskOf = (text: string): KeyMask => new KeyMask(Option.some(Redacted.make(text)))

const escaped = (text: string, prefix: string): string =>
  Array.from(text, (character) => prefix + character.charCodeAt(0).toString(16)).join("")
const base64 = (text: string): string => Buffer.from(text).toString("base64")

/** The notations of a key. */
const forms: ReadonlyArray<readonly [name: string, write: (key: string) => string]> = [
  ["unchanged", (text) => text],
  ["in upper case", (text) => text.toUpperCase()],
  ["in lower case", (text) => text.toLowerCase()],
  ["URL-encoded", encodeURIComponent],
  ["with all characters URL-encoded", (text) => escaped(text, "%")],
  ["with all characters URL-encoded, in upper case", (text) => escaped(text, "%").toUpperCase()],
  ["as a string of JSON", (text) => JSON.stringify(text).slice(1, -1)],
  ["with all characters escaped as in JSON", (text) => escaped(text, String.raw`\u00`)],
  ["in Base64", base64],
  ["in Base64 for URLs", (text) => Buffer.from(text).toString("base64url")],
  ["in Base64 after one character", (text) => base64(`:${text}`)],
  ["in Base64 after two characters", (text) => base64(`x:${text}`)],
  ["in Base64 after a user name", (text) => base64(`me:${text}:`)],
  ["in URL-encoded Base64", (text) => encodeURIComponent(base64(text))]
]

describe("KeyMask", () => {
  for (const secret of [key, "DEMO_KEY", "a?>b?>~~?>>?~>??", String.raw`a%4xb\u004x"c/&d+e=f(.*[`]) {
    for (const [name, write] of forms) {
      it(`masks the key ${secret}, ${name}`, () => {
        const written = write(secret)
        // Before and after, some characters of Base64 belong to the neighbors of the key.
        const [, before, after] = /^<(.{0,6})••••(.{0,8})>$/.exec(maskOf(secret).redact(`<${written}>`)) ?? []
        assert.isDefined(before, written)
        if (!name.includes("Base64")) assert.deepStrictEqual([before, after], ["", ""])
      })
    }
  }

  it.each(["t", "test", "aB3dE6g"])("does not search for the short key %s", (short) => {
    const text = `https://api.ftc.gov/test?aB3dE6g ${base64(short)}`
    assert.strictEqual(maskOf(short).redact(text), text)
  })

  it("leaves parts of the key, and the text around it", () => {
    const mask = maskOf(key)
    assert.strictEqual(mask.redact(`${key.slice(0, -1)} ${key.slice(1)}`), `${key.slice(0, -1)} ${key.slice(1)}`)
    assert.strictEqual(mask.redact(`100% of \\"${key}\\"\\n ${key}${key}`), String.raw`100% of \"••••\"\n ••••••••`)
    for (const before of ["İstanbul ", "🦉 ", "İ🦉%C4%B0 "]) {
      assert.strictEqual(mask.redact(`${before}${key}!`), `${before}••••!`)
    }
  })

  it("changes nothing without a key", () => {
    assert.strictEqual(new KeyMask(Option.none()).redact(key), key)
  })
})
