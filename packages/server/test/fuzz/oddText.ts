import type { SeededRandom } from "../../src/SeededRandom.ts"

type Strings = readonly [string, ...ReadonlyArray<string>]

const numbers: Strings = [
  "0",
  "1",
  "7",
  "50",
  "51",
  "-1",
  "-0",
  "+5",
  "1.5",
  "1e3",
  "1e400",
  "0x10",
  "0000000012",
  "2147483648",
  "9007199254740993",
  "99999999999999999999999",
  "9".repeat(400),
  "Infinity",
  "NaN",
  "%20%205",
  "5%00",
  "%EF%BC%95",
  "%D9%A3",
  "1,000",
  "",
  "null",
  "true",
  "[]",
  "{}"
]

const dates: Strings = [
  "2021-07-07",
  '"2021-07-07"',
  "%222021-07-07%22",
  "%222021-07-07%2000:00:04%22",
  '"2021-07-07+23:59:59"',
  "2021-02-30",
  "2021-13-01",
  "0000-00-00",
  "9999-12-31",
  "-2021-07-07",
  "+12021-07-07",
  "2021-07-07T00:00:00Z",
  "2021-07-07 25:61:61",
  '"2021-07-07',
  '""',
  "20210707",
  "yesterday",
  "2013-09-24T20:05:39+00:00"
]

const words: Strings = [
  "Ohio",
  "%22New%20York%22",
  "new+york",
  "Columbus",
  "Y",
  "N",
  "true",
  "FALSE",
  "216",
  "ASC",
  "desc",
  "created",
  "changed",
  "title",
  "media",
  '"media holdings"',
  "CONTAINS",
  "IS%20NULL",
  "BETWEEN",
  "NOT%20IN",
  "=",
  "%3D%3D",
  "<>",
  "KEYWORDS"
]

const traps: Strings = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "%",
  "%z",
  "%zz",
  "%00",
  "\u0000",
  "%c3%28",
  "%ff%fe",
  "%ed%a0%80",
  "%F4%90%80%80",
  "\uD800",
  "\uDFFF\uD83D",
  "é",
  "日本",
  "%E2%80%AE",
  "%0d%0aSet-Cookie:%20a=b",
  "..%2f..%2fetc%2fpasswd",
  "<script>alert(1)</script>",
  "' OR 1=1 --",
  "${7*7}",
  "\\",
  "\\u0000",
  "#",
  ";",
  "&&",
  "==",
  "\t",
  "\u007F"
]

/** Returns a string that is unlikely to be a valid value. */
export const oddText = (random: SeededRandom): string => {
  switch (random.between(0, 9)) {
    case 0:
    case 1:
      return random.pick(numbers)
    case 2:
    case 3:
      return random.pick(dates)
    case 4:
    case 5:
      return random.pick(words)
    case 6:
    case 7:
      return random.pick(traps)
    case 8:
      return random.pick(["[", "]", "%5B", '"', "a", "%", "+", "\uD800"]).repeat(random.pick([1, 3, 40, 700]))
    default:
      return Array.from({ length: random.between(0, 30) }, () => String.fromCodePoint(random.between(1, 300))).join("")
  }
}

/** Returns a valid or nearly valid number. */
export const oddNumber = (random: SeededRandom): string => random.pick(numbers)

/** Returns a valid or nearly valid date. */
export const oddDate = (random: SeededRandom): string => random.pick(dates)

/** Returns a string with the case of each letter chosen at random. */
export const mixedCase = (random: SeededRandom, text: string): string =>
  Array.from(text, (letter) => (random.between(0, 1) === 0 ? letter.toUpperCase() : letter.toLowerCase())).join("")
