import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"

const source = join(import.meta.dirname, "../src")

/**
 * The folders that each folder may import. All folders may import the root modules of `anywhere`. Only the root and `promise` may
 * import the other root modules.
 */
const allowed: Readonly<Record<string, ReadonlyArray<string>>> = {
  dates: [],
  queries: ["dates"],
  records: ["dates"],
  budget: [],
  client: ["budget", "records"],
  walk: ["queries", "records"],
  redis: ["budget"],
  promise: [".", "budget", "queries", "records", "walk"]
}

/** Errors, names, options, events and reports, which every folder may import. */
const anywhere = new Set([
  "CallListener.ts",
  "CallOptions.ts",
  "ClientEvent.ts",
  "nearestName.ts",
  "Options.ts",
  "PublicRecordsError.ts"
])

const importsOf = (file: string): ReadonlyArray<string> =>
  [...readFileSync(join(source, file), "utf8").matchAll(/ from "(\.[^"]+)"/g)].map(([, path = ""]) =>
    normalize(join(dirname(file), path))
  )

/** Returns the imports of a folder from other folders. */
const crossings = (folder: string): ReadonlyArray<readonly [from: string, to: string]> =>
  globSync(`${folder}/*.ts`, { cwd: source }).flatMap((from) =>
    importsOf(from).flatMap((to) => (dirname(to) === folder ? [] : [[from, to] as const]))
  )

describe("the folders of core", () => {
  it("are all in the table", () => {
    const folders = globSync("**/*.ts", { cwd: source }).map(dirname)
    assert.deepStrictEqual([...new Set(folders)].toSorted(), [".", ...Object.keys(allowed)].toSorted())
  })

  for (const [folder, mayImport] of Object.entries(allowed)) {
    it(`${folder} imports ${mayImport.join(", ") || "no other folder"}`, () => {
      const forbidden = crossings(folder).filter(([, to]) => !mayImport.includes(dirname(to)) && !anywhere.has(to))
      assert.deepStrictEqual(
        forbidden.map(([from, to]) => `${from} → ${to}`),
        []
      )
    })
  }
})
