import { assert, describe, it } from "@effect/vitest"
import { JsonRecords } from "../src/dataset/JsonRecords.ts"
import { SeededRandom } from "../src/SeededRandom.ts"
import { readInPieces } from "./readInPieces.ts"

/** What a document holds, read in pieces: its records, and the line and the reason where it is no JSON. */
const read = (json: string, pieceBytes = json.length + 1) => {
  const records: Array<unknown> = []
  const problems: Array<string> = []
  const reader = new JsonRecords(
    (record, number) => {
      records.push(record)
      assert.strictEqual(number, records.length)
    },
    (place, reason) => problems.push(`${place}: ${reason}`)
  )
  readInPieces(reader, Buffer.from(json), pieceBytes)
  return { records, problems }
}

const randomValue = (random: SeededRandom, depth: number): unknown => {
  const kind = random.between(0, depth > 3 ? 4 : 6)
  if (kind === 0) return null
  if (kind === 1) return random.between(-9, 9) / 4
  if (kind === 2) return random.fraction() < 0.5
  if (kind <= 4) return random.pick(["", 'a"b', "\\", '\\"', "]}", "[{", "’\u0001\n", "data", "x,y:z"])
  const values = Array.from({ length: random.between(0, 3) }, () => randomValue(random, depth + 1))
  return kind === 5 ? values : Object.fromEntries(values.map((value, place) => [["data", "b", '"'][place], value]))
}

describe("JsonRecords", () => {
  it("finds in random documents what JSON.parse finds, however they are cut into pieces", () => {
    const random = new SeededRandom(11)
    for (let round = 0; round < 400; round++) {
      const records = Array.from({ length: random.between(0, 5) }, () => randomValue(random, 0))
      const document = random.pick<unknown>([
        records,
        { meta: randomValue(random, 0), data: records, links: { data: [1] } }
      ])
      const json = JSON.stringify(document, null, random.pick([0, 2]))
      assert.deepStrictEqual(read(json, random.between(1, 60)), { records, problems: [] })
    }
  })

  it("takes a document without a list of records as one record", () => {
    for (const record of [{}, { id: "a", attributes: { data: [1] } }, { data: { id: "a" } }]) {
      assert.deepStrictEqual(read(JSON.stringify(record), 5), { records: [record], problems: [] })
    }
  })

  const broken: ReadonlyArray<readonly [json: string, problem: string]> = [
    ['{"data":\n[{"a":1},\n', "line 2, record 2: the file ends here, in the middle of its JSON; it was cut short"],
    ['{"data":[{"a":1}', "line 1, record 2: the file ends here, in the middle of its JSON; it was cut short"],
    ['[{"a":"b\n', "line 1, record 1: the file ends here, in the middle of its JSON; it was cut short"],
    ["", "line 1: the file ends here, in the middle of its JSON; it was cut short"],
    ["[1 2]", "line 1, record 2: this is not JSON"],
    ["[1,]", "line 1, record 2: this is not JSON"],
    ["\n[\n{]\n]", "line 3, record 1: this is not JSON"],
    ['[1,\n{"a":1,\n"b":x}]', "line 2, record 2: this is not JSON"],
    ['{"data":[]}\n[]', "line 2: this is not JSON"],
    ['{"data":[]', "line 1: the file ends here, in the middle of its JSON; it was cut short"],
    ["{data:[]}", "line 1: this is not JSON"],
    ['{"data"=[]}', "line 1: this is not JSON"],
    ['{"data":[],}', "line 1: this is not JSON"],
    ["nonsense", "line 1: this is not JSON"]
  ]

  it.each(broken)("says where %j is no JSON", (json, problem) => {
    for (const pieceBytes of [1, 4, 100]) assert.deepStrictEqual(read(json, pieceBytes).problems, [problem])
  })

  it("gives up on one value without an end, and on objects that are no records", () => {
    assert.match(
      read(`[1,\n"${"x".repeat(1_200_000)}"]`, 65_536).problems.join(),
      /^line 2, record 2: this is one value of more/
    )
    const members = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`m${n}`, n]))
    assert.match(read(JSON.stringify(members)).problems.join(), /no list of records under data/)
  })
})
