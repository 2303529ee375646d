import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly license?: string | { readonly type: string }
  readonly dependencies?: object
  readonly devDependencies?: object
  readonly peerDependencies?: object
  readonly optionalDependencies?: object
  readonly scripts?: object
}

const root = new URL("../../", import.meta.url)
const cwd = fileURLToPath(root)
const read = (file: string): string => readFileSync(new URL(file, root), "utf8")
const manifest = (file: string): Manifest => JSON.parse(read(file))

const workspaces = globSync(
  "{package.json,{bench,examples,reference,tools}/package.json,{packages,apps}/*/package.json}",
  {
    cwd
  }
)
const named = ({ dependencies, devDependencies, optionalDependencies, peerDependencies }: Manifest): Array<string> =>
  Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies })

const used = new Set(
  workspaces.flatMap((file) => named(manifest(file))).filter((name) => !name.startsWith("@public-records/"))
)
const page = read("docs/dependencies.md")

/** Allowed licenses. "(MIT OR CC0-1.0)" is allowed if one of them is. */
const allowed =
  /\b(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|MPL-2\.0|CC0-1\.0|CC-BY-[34]\.0|Python-2\.0|PSF-2\.0|BlueOak-1\.0\.0|Unlicense|Unicode-3\.0)\b/

describe("docs/dependencies.md", () => {
  it("names every dependency of every package.json", () => {
    assert.isAbove(used.size, 30)
    assert.deepStrictEqual(
      [...used].filter((name) => !page.includes(`\`${name}\``)),
      []
    )
  })

  it("has no row for an unused dependency", () => {
    const rows = [...page.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell = ""]) => cell.match(/[^`, ]+/g) ?? [])
    const foreign = rows.filter((name) => !used.has(name) && !/^(@public-records\/|public-records$)/.test(name))
    assert.deepStrictEqual(foreign, [])
  })
})

describe("an installation", () => {
  it("runs no install script of these packages", () => {
    const scripts = workspaces.flatMap((file) => Object.keys(manifest(file).scripts ?? {}))
    assert.isAbove(scripts.length, 10)
    assert.deepStrictEqual(
      scripts.filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name)),
      []
    )
  })

  const installed = globSync("node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json", { cwd }).map(manifest)

  it("contains only packages with allowed licenses", () => {
    assert.isAbove(installed.length, 200)
    const others = installed
      .filter(({ name, version }) => name !== undefined && version !== undefined)
      .map(({ name, license }) => `${name}: ${typeof license === "object" ? license.type : license}`)
      .filter((line) => !allowed.test(line.slice(line.indexOf(": "))))
    assert.deepStrictEqual([...new Set(others)].toSorted(), [])
  })
})
