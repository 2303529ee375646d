import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { type Goal, type Row, statement } from "./Row.ts"

/** What a page of a web site would load: everything that core's main entry exports. */
const bundled = async (external: ReadonlyArray<string>): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "@public-records/core"', resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    platform: "browser",
    format: "esm",
    target: "es2024",
    legalComments: "none",
    logLevel: "warning",
    external: [...external]
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error("The bundle came out empty.")
  return file.contents
}

const kilobytes = (what: string, bytes: number, goal?: Goal): Row => statement(what, bytes / 1000, "KB", goal)

/** The size of core in a browser; a KB is 1,000 bytes. */
export const bundleRows = async (): Promise<ReadonlyArray<Row>> => {
  const core = await bundled(["effect", "effect/*"])
  const all = await bundled([])
  return [
    kilobytes("core in a browser, minified, without effect", core.length, { atMost: 40 }),
    kilobytes("the same, gzipped", gzipSync(core).length),
    kilobytes("core with all it uses of effect, minified", all.length),
    kilobytes("the same, gzipped", gzipSync(all).length)
  ]
}
