import { assert, describe, it } from "@effect/vitest"
import { Option, Redacted } from "effect"
import { KeyMask } from "../src/client/KeyMask.ts"

const key = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bD0fG3hJ6kL9n"
const maskOf = (text: string): KeyMask => new KeyMask(Option.some(Redacted.make(text)))
const mask = maskOf(key)

const unicode = (text: string): string =>
  text
    .split("")
    .map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("")
const percent = (text: string): string =>
  text
    .split("")
    .map((character) => `%${character.charCodeAt(0).toString(16)}`)
    .join("")
const base64 = (text: string): string => Buffer.from(text).toString("base64")

/** The notations of a part of a key. */
const forms: ReadonlyArray<readonly [name: string, write: (part: string) => string]> = [
  ["unchanged", (part) => part],
  ["in upper case", (part) => part.toUpperCase()],
  ["in lower case", (part) => part.toLowerCase()],
  ["URL-encoded", percent],
  ["URL-encoded, in upper case", (part) => percent(part).toUpperCase()],
  ["escaped as in JSON", unicode],
  ["in Base64", base64],
  ["in Base64 for URLs", (part) => Buffer.from(part).toString("base64url")],
  ["in Base64 after a user name", (part) => base64(`me:${part}`).slice(4)],
  ["in URL-encoded Base64", (part) => encodeURIComponent(base64(part))]
]

describe("KeyMask", () => {
  for (const [name, write] of forms) {
    it(`masks the key and every eight characters of it, ${name}`, () => {
      assert.notInclude(mask.redact(`<${write(key)}>`), write(key).slice(6, 14))
      for (let from = 0; from + 8 <= key.length; from++) {
        const part = write(key.slice(from, from + 8))
        for (const text of [`key ${part} is wrong`, `{"said":"${part}"}`]) {
          const hidden = mask.redact(text)
          assert.include(hidden, "••••", part)
          assert.strictEqual(mask.redactBody(text), hidden)
          // Only the padding characters of Base64 may remain.
          assert.isAtMost(hidden.length, text.length - part.length + "••••".length + 4, hidden)
        }
      }
    })
  }

  it("does not mask seven characters, or text around the key", () => {
    assert.strictEqual(mask.redact(`${key.slice(0, 7)} ${key.slice(9, 16)}`), `${key.slice(0, 7)} ${key.slice(9, 16)}`)
    assert.strictEqual(mask.redact(`a${key.slice(3, 20)}b ${key} c`), "a••••b •••• c")
    assert.strictEqual(mask.redact(`100% of \\"${key}\\"\\n`), '100% of \\"••••\\"\\n')
  })

  it("masks a key with special characters of URLs and JSON in every notation", () => {
    const odd = String.raw`a%4xb\u004x"c/&d+e=f`
    const hiding = maskOf(odd)
    for (const text of [odd, encodeURIComponent(odd), JSON.stringify(odd).slice(1, -1), percent(odd), base64(odd)]) {
      assert.match(hiding.redact(text), /^••••.?=*$/, text)
    }
  })

  it("masks a short key only if it is complete, and only in messages", () => {
    assert.strictEqual(maskOf("secret").redact("The SECRET is secre."), "The •••• is secre.")
    assert.strictEqual(maskOf("DEMO_KEY").redact("demo_key, DEMO_KE"), "••••, DEMO_KE")
    assert.strictEqual(maskOf("phoneNumber1234").redactBody("phoneNumber1234"), "phoneNumber1234")
    assert.strictEqual(maskOf("phoneNumber12345").redactBody("phoneNumber12345"), "••••")
  })

  it("does not mask words and numbers of the key in records", () => {
    const wordy = maskOf("team-complaints-2021-07-07-5551234567-Saint Louis")
    const record = '{"type":"dnc_complaint","created-date":"2021-07-07","company":"5551234567","city":"SAINT LOUIS"}'
    assert.strictEqual(wordy.redactBody(record), record)
    assert.strictEqual(wordy.redactBody("TEAM-Complaints-2021"), "••••")
    assert.strictEqual(wordy.redact("no complaints-2021"), "no ••••")
  })

  it("finds eight characters of the key at any position, up to the end of a text", () => {
    for (let before = 0; before <= 12; before++) {
      for (let after = 0; after <= 5; after++) {
        const text = `${".".repeat(before)}PART${".".repeat(after)}`
        assert.strictEqual(mask.redact(text.replace("PART", key.slice(5, 13))), text.replace("PART", "••••"))
      }
    }
  })

  it("masks adjacent parts of the key as one, and several keys in any order of notations", () => {
    assert.strictEqual(mask.redact(key.slice(0, 8) + key.slice(20, 28)), "••••")
    assert.strictEqual(mask.redact(`${percent(key)} ${key} ${unicode(key)}`), "•••• •••• ••••")
    assert.strictEqual(mask.redactBody(`<${key.slice(0, 20)}>`), "<••••>")
  })

  it.each(["a", "aB", "aB3", "aB3d", "aB3dE", "aB3dE6", "aB3dE6g"])("masks the short key %s", (short) => {
    assert.strictEqual(maskOf(short).redact(`.${short.toUpperCase()}..${short}`), ".••••..••••")
  })

  it("masks a key of eight characters in Base64, and a shorter one only in plain text", () => {
    assert.strictEqual(maskOf("DEMO_KEY").redact(`${base64("DEMO_KEY").slice(0, 8)}.`), "••••.")
    assert.strictEqual(maskOf("DEMOKEY").redact(base64("DEMOKEY")), base64("DEMOKEY"))
  })

  it("masks a key whose Base64 has special characters, in both alphabets and after any text", () => {
    const special = "a?>b?>~~?>>?~>??"
    for (const before of ["", "1", "12"]) {
      const encoded = base64(before + special)
      assert.match(encoded, /[+/]/)
      for (const written of [encoded, Buffer.from(before + special).toString("base64url")]) {
        assert.match(maskOf(special).redact(written), /^\w{0,3}••••.?=*$/, written)
      }
    }
  })

  it("masks parts of a key of lower-case letters and digits in records", () => {
    const hexadecimal = maskOf("3f9c2a7b5d8e1f0a6c4b")
    assert.strictEqual(hexadecimal.redactBody('{"city":"9c2a7b5d"}'), '{"city":"••••"}')
    assert.strictEqual(maskOf("SAINT LOUIS 20210707").redactBody("Saint Louis"), "Saint Louis")
  })

  it("masks a long part of the key as one, even if its end is an ordinary word", () => {
    for (const wordy of ["x9Qz7k-team-complaints", "team-complaints-x9Qz7k", "team-x9Qz7k4w-complaints"]) {
      assert.strictEqual(maskOf(wordy).redactBody(`<${wordy}>`), "<••••>")
      assert.strictEqual(maskOf(wordy).redactBody(`<${wordy.slice(2)}>`), "<••••>")
    }
  })

  it("masks parts of a key of mixed-case letters in records, but no capitalized words and no acronyms", () => {
    assert.strictEqual(maskOf("qWeRtYuIoPaSdFgHjKlZ").redactBody('{"city":"werTYuio"}'), '{"city":"••••"}')
    const wordy = maskOf("Complaints-LOUISIANA-complaint")
    for (const word of ["Complaints", "LOUISIANA", "complaint"]) assert.strictEqual(wordy.redactBody(word), word)
  })

  it("masks exactly the key after characters whose lower case is longer or outside the basic plane", () => {
    for (const before of ["İstanbul ", "🦉 ", "İ🦉%C4%B0 "]) {
      assert.strictEqual(mask.redact(`${before}${key}!`), `${before}••••!`)
      assert.strictEqual(mask.redact(`${before}${percent(key)}!`), `${before}••••!`)
    }
  })

  it("changes nothing without a key", () => {
    const none = new KeyMask(Option.none())
    assert.strictEqual(none.redact(key) + none.redactBody(key), key + key)
  })
})
