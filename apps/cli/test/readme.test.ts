import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { run } from "./inProcess.ts"
import { header, rows } from "./oneDay.ts"

const readmeUrl = new URL("../../../README.md", import.meta.url)
const readme = readFileSync(readmeUrl, "utf8")
const lines = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => block.trim().split("\n"))
const onSampleData = lines.filter((line) => line.includes("--demo"))

/** Returns the arguments that a shell would pass to the program. */
const argumentsOf = (line: string): ReadonlyArray<string> => {
  const [program, ...args] = execFileSync("/bin/bash", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" })
    .slice(0, -1)
    .split("\0")
  assert.strictEqual(program, "public-records")
  return args
}

describe("README.md", () => {
  it("contains commands", () => {
    assert.isAbove(onSampleData.length, 3)
  })

  const pages = ["README.md", "docs/embedding.md"].map(
    (page) => [page, new URL(`../../../${page}`, import.meta.url)] as const
  )
  for (const [page, url] of pages) {
    it(`has lines that pack and install: ${page}`, () => {
      const found = (readFileSync(url, "utf8").match(/^(?:npx .* pack|npm install) .*$/gm) ?? []).join(" && ")
      assert.match(found, /^npx .* pack .* && npm install [^&]*$/)
      const packed = mkdtempSync(join(tmpdir(), "public-records-packed-"))
      try {
        // No registry is asked. The program is only unpacked, because it has a dependency, which `pnpm try-packages` installs.
        const line = found
          .replace("npx -y pnpm@12", "pnpm")
          .replace("npm install --global", "tar -xzf")
          .replace("$PWD/packed", packed)
          .replace("&& ", `&& cd ${packed} && `)
          .replace("./packed/", "./")
        const npm = { npm_config_offline: "true", npm_config_cache: join(packed, "cache") }
        const env = { ...process.env, ...npm }
        execFileSync("/bin/sh", ["-c", line], { cwd: fileURLToPath(new URL(".", readmeUrl)), env, stdio: "pipe" })
        if (page !== "README.md") {
          assert.isTrue(existsSync(join(packed, "node_modules", "@public-records", "core", "dist", "promise.js")))
        } else {
          const program = join(packed, "package/dist/public-records.js")
          const shown = execFileSync(process.execPath, [program, "--version"], { encoding: "utf8" })
          assert.match(shown, /^\d+\.\d+\.\d+\n$/)
          const { dependencies } = JSON.parse(readFileSync(join(packed, "package/package.json"), "utf8"))
          assert.deepStrictEqual(Object.keys(dependencies), ["@duckdb/node-bindings"])
        }
      } finally {
        rmSync(packed, { recursive: true, force: true })
      }
    }, 120_000)
  }

  for (const line of onSampleData) {
    it.live(
      `has a command that works: ${line}`,
      () =>
        Effect.gen(function* () {
          const { code, stdout, stderr } = yield* run(argumentsOf(line))
          assert.strictEqual(code, 0, stderr)
          assert.notStrictEqual(stdout, "")
        }),
      30_000
    )
  }
})

describe("pnpm public-records", () => {
  it("reads and writes in the folder of its caller", () => {
    const root = fileURLToPath(new URL(".", readmeUrl))
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    // The first command is the build.
    const command = String(scripts["public-records"]).split(" && ").at(-1)
    const folder = mkdtempSync(join(tmpdir(), "public-records-caller-"))
    try {
      mkdirSync(join(folder, "data"))
      writeFileSync(join(folder, "data", "2021-07-07.csv"), `${header}\r\n${rows[0]}\r\n`)
      const line = `${command} mirror import data/2021-07-07.csv --mirror-file mirror.duckdb`
      execFileSync("/bin/sh", ["-c", line], { cwd: root, env: { ...process.env, INIT_CWD: folder }, stdio: "pipe" })
      assert.isTrue(existsSync(join(folder, "mirror.duckdb")))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
