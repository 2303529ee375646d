import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import type { Measure } from "../Measure.ts"

/** Bundles a program for a web page. */
const bundled = async (program: string, external: Array<string> = []): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    platform: "browser",
    format: "esm",
    target: "es2024",
    legalComments: "none",
    logLevel: "warning",
    external
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error("The bundle is empty.")
  return file.contents
}

const core = 'export * from "@public-records/core"'
const withoutEffect = ["effect", "effect/*"]

/** **Units** a KB is 1,000 bytes. */
const size = (name: string, bytes: () => Promise<Uint8Array>, goal?: number): Measure => ({
  name,
  unit: "KB",
  goal,
  run: async () => ({ value: (await bytes()).length / 1000 })
})

export const measures: ReadonlyArray<Measure> = [
  size("core in a browser, without effect, minified", () => bundled(core, withoutEffect), 40),
  size("core in a browser, without effect, gzipped", async () => gzipSync(await bundled(core, withoutEffect))),
  size("core with the parts of effect that it uses, gzipped", async () => gzipSync(await bundled(core)))
]
