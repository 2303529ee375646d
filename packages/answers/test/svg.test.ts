import { assert, describe, it } from "@effect/vitest"
import { notVerified, type TrendRow } from "@public-records/mirror"
import type { Answer } from "../src/Answer.ts"
import { colors, shadeColors } from "../src/svg/colors.ts"
import { picture } from "../src/svg/picture.ts"
import { trendAnswer } from "../src/trendAnswer.ts"
import { oneDay, range } from "./coverages.ts"

const answerTo = (by: "hour" | "month" | "state" | "subject", rows: ReadonlyArray<Partial<TrendRow>>): Answer => {
  const coverage = { ...oneDay, ...range("2021-03-01", "2021-07-07"), missing: [range("2021-04-01", "2021-07-06")] }
  const all = rows.map((row) => ({ key: null, split: null, reports: 1, records: 1, ...row }))
  return trendAnswer({ value: { by, split: "robocall", rows: all }, coverage, note: notVerified }, "state <Ohio>")
}

/** Returns the elements of a picture. Throws unless each of them is closed. */
const elementsOf = (svg: string) => {
  const open: Array<string> = []
  const found: Array<{ readonly name: string; readonly attributes: string }> = []
  for (const [, end, name = "", attributes = ""] of svg.matchAll(/<(\/?)([a-z]+)((?: [\w-]+="[^"<>]*")*)>/gi)) {
    if (end === "/") assert.strictEqual(open.pop(), name)
    else {
      open.push(name)
      found.push({ name, attributes })
    }
  }
  assert.deepStrictEqual([open, svg.replaceAll(/<[^<>]*>/g, "").includes("<")], [[], false])
  return found
}

/** Returns the texts of the elements with a name. */
const textsOf = (svg: string, name: string): ReadonlyArray<string> =>
  Array.from(svg.matchAll(new RegExp(`<${name}\\b[^>]*>([^<]*)</${name}>`, "g")), ([, text = ""]) => text)

describe("a picture", () => {
  const months = picture(
    answerTo("month", [
      { key: "2021-03", reports: 5, split: true },
      { key: "2021-07", reports: 9 }
    ])
  )

  it("has the title, the summary, the basis with the filter, and the source", () => {
    elementsOf(months)
    const texts = textsOf(months, "text").join(" ")
    for (const text of [
      "Reports by month filed and robocall",
      "Most: 2021-07, 9 reports (64 %), from 1 of its 31 days, then 2021-03: 5.",
      "Based on 1 of 98 days",
      "Missing: 2021-04-01 to 2021-07-06.",
      "Filter: state &lt;Ohio&gt;.",
      "Reported by consumers, not verified; caller ID is often forged.",
      "Source: United States Federal Trade Commission, www.ftc.gov"
    ]) {
      assert.include(texts, text)
    }
    assert.deepStrictEqual(textsOf(months, "desc"), [
      "Most: 2021-07, 9 reports (64 %), from 1 of its 31 days, then 2021-03: 5."
    ])
  })

  it("hatches missing days, and outlines a period without some of its days", () => {
    assert.deepStrictEqual(textsOf(months, "title").slice(1), [
      "2021-03: 5, 36 %, robocalls 5 of 5",
      "2021-04-01 to 2021-06-30: missing",
      "2021-07: 9, 64 %, 1 of 31 days, robocalls 0 of 0"
    ])
    const rectangles = elementsOf(months).filter(({ name }) => name === "rect")
    const gap = rectangles.find(({ attributes }) => attributes.includes("gap"))
    assert.include(gap?.attributes, "url(#missing)")
    assert.include(rectangles.find(({ attributes }) => attributes.includes("bar cut"))?.attributes, "stroke-dasharray")
    assert.include(
      textsOf(months, "text").join(" "),
      "Dark: robocalls. Hatched: missing days. Dashed: a period without"
    )
  })

  it("has every slice once: bars with their labels, 24 hours, 52 tiles", () => {
    const hours = picture(answerTo("hour", [{ key: 9 }]))
    assert.lengthOf(textsOf(hours, "title"), 25)
    const bars = picture(answerTo("subject", [{ key: "Other", reports: 3 }, { key: null }]))
    elementsOf(bars)
    assert.includeMembers([...textsOf(bars, "text")], ["Other", "3, 75 %", "not stated", "1, 25 %"])
    const map = picture(answerTo("state", [{ key: "Ohio", reports: 1999 }, { key: "Guam" }]))
    elementsOf(map)
    assert.includeMembers(
      [...textsOf(map, "text")],
      ["OH", "&gt;99 %", "AK", "–", "none", "10 % or more", "1 off the map"]
    )
  })

  it("has no style, no script and no text of a stranger as markup", () => {
    const hostile = `<script>"&'\u001B[2J\u202E\n`
    const svg = picture(answerTo("subject", [{ key: hostile }]))
    assert.include(textsOf(svg, "text").join(" "), "&lt;script&gt;&quot;&amp;'")
    assert.notMatch(svg, /<(script|style)|style=|\u001B|\u202E/)
    assert.isTrue(elementsOf(svg).every(({ name }) => /^(svg|title|desc|rect|g|text|line|defs|pattern)$/.test(name)))
  })

  it("of an answer without a chart has its sentences", () => {
    const { chart: _, ...answer } = answerTo("month", [])
    assert.include(picture(answer), "Nothing matches.")
  })
})

/** Returns the contrast of two colors. **Source** Web Content Accessibility Guidelines 2.2, "contrast ratio". */
const contrast = (one: string, other: string): number => {
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe("the colors of a picture", () => {
  it("have the contrast that text and bars need", () => {
    for (const { fill, ink } of shadeColors) assert.isAtLeast(contrast(fill, ink), 5)
    for (const ink of [colors.ink, colors.faint]) assert.isAtLeast(contrast(ink, colors.paper), 5)
    for (const fill of [colors.bar, colors.part]) assert.isAtLeast(contrast(fill, colors.paper), 3)
    assert.isAtLeast(contrast(colors.bar, colors.part), 3)
  })
})
