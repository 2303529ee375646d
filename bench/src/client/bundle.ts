import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { type Goal, type Row, statement } from "./Row.ts"

const everything = 'export * from "@public-records/core"'
const clientAlone = 'export { ComplaintQuery, NoticeQuery, PublicRecords } from "@public-records/core"'

/** What a page of a web site would load. */
const bundled = async (contents: string, external: ReadonlyArray<string> = []): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
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
  const withoutEffect = ["effect", "effect/*"]
  const core = await bundled(everything, withoutEffect)
  const client = await bundled(clientAlone, withoutEffect)
  const all = await bundled(everything)
  return [
    kilobytes("core in a browser, without effect, minified", core.length, { atMost: 40 }),
    kilobytes("core in a browser, without effect, gzipped", gzipSync(core).length),
    kilobytes("its client and queries alone, minified", client.length),
    kilobytes("core with what it uses of effect, minified", all.length),
    kilobytes("core with what it uses of effect, gzipped", gzipSync(all).length)
  ]
}
