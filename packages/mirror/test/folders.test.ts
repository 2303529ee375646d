import { globSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const source = join(import.meta.dirname, "../src")

/** Which folders the modules of a folder may import, besides the types, schemas and errors of the root in `anywhere`. */
const allowed: Readonly<Record<string, ReadonlyArray<string>>> = {
  numbers: [],
  store: ["numbers"],
  questions: ["numbers", "site", "store"],
  blocklist: ["numbers", "questions", "store"],
  importing: ["numbers", "store"],
  site: ["importing", "store"],
  sync: ["importing", "site", "store"]
}

const anywhere = new Set([
  "argumentProblems.ts",
  "ImportEvent.ts",
  "MirrorError.ts",
  "MirrorQuery.ts",
  "MirrorStatus.ts",
  "SiteError.ts",
  "SyncEvent.ts"
])

const importsOf = (file: string): ReadonlyArray<string> =>
  [...readFileSync(join(source, file), "utf8").matchAll(/ from "(\.[^"]+)"/g)].map(([, path = ""]) =>
    normalize(join(dirname(file), path))
  )

/** Each import that crosses a folder, as "importing file → imported file". */
const forbiddenIn = (folder: string, mayImport: ReadonlyArray<string>): ReadonlyArray<string> =>
  globSync(`${folder}/*.ts`, { cwd: source }).flatMap((from) =>
    importsOf(from)
      .filter((to) => ![folder, ...mayImport].includes(dirname(to)) && !anywhere.has(to))
      .map((to) => `${from} → ${to}`)
  )

describe("the folders of mirror", () => {
  it("are all in the table", () => {
    const folders = globSync("**/*.ts", { cwd: source }).map((file) => dirname(file))
    assert.deepStrictEqual([...new Set(folders)].toSorted(), [".", ...Object.keys(allowed)].toSorted())
  })

  for (const [folder, mayImport] of Object.entries(allowed)) {
    it(`${folder} imports ${mayImport.join(", ") || "no other folder"}`, () => {
      assert.deepStrictEqual(forbiddenIn(folder, mayImport), [])
    })
  }
})
