import { assert, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"

const dist = new URL("../dist/", import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, dist), "utf8")
const chunks = readdirSync(new URL("chunks/", dist))
  .filter((name) => name.endsWith(".js"))
  .map((name) => `chunks/${name}`)

/** Returns the files that a file imports statically. */
const loadedWith = (path: string): ReadonlySet<string> => {
  const loaded = new Set<string>()
  const load = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const [, name] of read(file).matchAll(/(?:import|from)\s*"\.\/([\w-]+\.js)"/g)) load(`chunks/${name}`)
  }
  load(path)
  return loaded
}

const commandFile = (command: string): string =>
  chunks.find((path) => path.startsWith(`chunks/${command}-`)) ?? assert.fail(`no chunk for ${command}`)

const isTerminalUi = (text: string): boolean => text.includes("react.transitional.element") || text.includes("yoga")

it("no command but the terminal UI loads React, Ink or their layout engine", () => {
  for (const command of ["list", "get", "export", "serve", "check", "tui"])
    for (const path of loadedWith(commandFile(command))) assert.isFalse(isTerminalUi(read(path)), `${command}: ${path}`)
  assert.isTrue(chunks.some((path) => isTerminalUi(read(path))))
  assert.isAbove(loadedWith(commandFile("list")).size, 3)
})

it("no command loads DuckDB before it is needed, and it is not bundled", () => {
  const usesDuckDb = (text: string): boolean => text.includes(`("@duckdb/node-bindings")`)
  for (const command of ["list", "number", "serve", "check", "tui"])
    for (const path of loadedWith(commandFile(command))) assert.isFalse(usesDuckDb(read(path)), `${command}: ${path}`)
  assert.isTrue(chunks.some((path) => usesDuckDb(read(path))))
  assert.notInclude(chunks.map(read).join("\n"), "duckdb.node")
})

it("no command loads SQLite before it locks a file", () => {
  const everything = chunks.map(read).join("\n")
  assert.include(everything, 'import("node:sqlite")')
  assert.notMatch(everything, /from\s*"node:sqlite"|require\("node:sqlite"\)/)
})

it("no command loads undici before it uses a proxy", () => {
  const usesUndici = (text: string): boolean => text.includes("UND_ERR_PRX_TLS")
  for (const command of ["list", "serve", "check", "tui", "network"])
    for (const path of loadedWith(commandFile(command))) assert.isFalse(usesUndici(read(path)), `${command}: ${path}`)
  assert.isTrue(chunks.some((path) => usesUndici(read(path))))
})

it("the check brings no test runner and no pseudo-terminal along, and no other command loads it", () => {
  const everything = chunks.map(read).join("\n")
  for (const foreign of ["node-pty", "@xterm/headless", "@vitest/"]) assert.notInclude(everything, foreign)
  const isCheck = (text: string): boolean => text.includes("it rejects a request without a key")
  for (const command of ["main", "list", "serve", "tui"])
    for (const path of loadedWith(commandFile(command))) assert.isFalse(isCheck(read(path)), `${command}: ${path}`)
  assert.isTrue(Array.from(loadedWith(commandFile("check"))).some((path) => isCheck(read(path))))
})

it("ships the license of every bundled package", () => {
  const parts = read("THIRD-PARTY-LICENSES.txt")
    .split(`${"-".repeat(80)}\n\n`)
    .slice(1)
  const named = parts.map((part) => part.split(" ", 1)[0])
  for (const name of ["effect", "ink", "react", "undici", "yoga-layout", "selfsigned"]) {
    assert.include(named, name)
  }
  assert.notInclude(named.join(" "), "public-records")
  for (const part of parts)
    assert.match(part, /^\S+ \d+\.\d+\.\d+\S*, license (?:MIT|ISC|Apache-2.0|BSD-[23]-Clause|0BSD)\n/)
})
