/**
 * Bundles the entries for programs without Effect, so that these need not install `effect`. The entries for Effect stay as the
 * compiler wrote them, because a program must have one copy of `effect`.
 *
 * `promise.js` and `redis.js` share the chunks of `dist/engine`. The errors are a separate one: a program that only imports their
 * class does not load the rest.
 */
import { build } from "esbuild"
import { copyFileSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

for (const entry of ["promise", "redis"]) for (const end of ["js", "js.map"]) rmSync(at(`dist/${entry}.${end}`))

const { metafile } = await build({
  entryPoints: {
    promise: at("src/promise.ts"),
    redis: at("src/redis.ts"),
    "engine/client": at("src/promise/client.ts"),
    "engine/errors": at("src/PublicRecordsError.ts")
  },
  outdir: at("dist"),
  chunkNames: "engine/[name]-[hash]",
  bundle: true,
  splitting: true,
  // Optional, and installed by the user.
  external: ["redis"],
  platform: "neutral",
  format: "esm",
  target: "es2024",
  // Stack traces keep their names and lines.
  minifySyntax: true,
  sourcemap: "linked",
  sourcesContent: false,
  legalComments: "none",
  metafile: true,
  logLevel: "warning"
})

const bundled = Object.keys(metafile.inputs).filter((file) => file.includes("node_modules"))
const other = bundled.find((file) => !file.includes("/node_modules/effect/"))
if (other !== undefined) throw new Error(`The bundle contains ${other}, whose license is missing. Add it here.`)
copyFileSync(at("node_modules/effect/LICENSE"), at("dist/engine/effect.LICENSE"))
