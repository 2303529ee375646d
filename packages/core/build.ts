/**
 * Bundles the entries for programs without Effect, so that these need not install `effect`. The entries for Effect stay as the
 * compiler wrote them, because a program must have one copy of `effect`.
 *
 * `promise.js` and `redis.js` share the chunks of `dist/engine`. The errors are a separate one: a program that only imports their
 * class does not load the rest.
 */
import { build, type Plugin } from "esbuild"
import { copyFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Replacements for the imports that modules of Effect need only for features that no client uses. */
const unusedFeatures: Readonly<Record<string, string>> = {
  // The circuit breaker's stream of transitions, which nothing reads.
  "persistence/CircuitBreaker": `
    import * as Effect from "effect/Effect"
    import * as Stream from "effect/Stream"
    export const sliding = () => Effect.void
    export const publish = () => Effect.void
    export const end = () => Effect.void
    export const fromPubSubTake = () => Stream.empty
  `,
  // Streams as the bodies of requests. The client sends only GET requests.
  "http/FetchHttpClient": `
    import * as Effect from "effect/Effect"
    export { ensuring } from "effect/Stream"
    const refuse = () => Effect.die("The client sends no bodies.")
    export const interruptWhen = refuse
    export const mkArrayBuffer = refuse
    export const toReadableStreamEffect = refuse
  `
}

/**
 * Replaces `PubSub` and `Stream` in modules that use them only for unused features: 25 KB, minified. The build fails if a module uses
 * another function of these.
 */
const withoutUnusedFeatures: Plugin = {
  name: "without-unused-features",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^\.\.\/(PubSub|Stream)\.js$/ }, ({ importer }) => {
      const path = Object.keys(unusedFeatures).find((module) =>
        importer.endsWith(join("effect", "dist", `${module}.js`))
      )
      return path === undefined ? undefined : { path, namespace: "unused-features", sideEffects: false }
    })
    onLoad({ filter: /^/, namespace: "unused-features" }, ({ path }) => ({
      contents: unusedFeatures[path] ?? "",
      resolveDir: at(".")
    }))
  }
}

/**
 * Lets esbuild omit the unused schemas of these classes: it knows that reading `RegExp` has no effect, but not `globalThis.RegExp`.
 * It knows neither `File` nor `FormData`, which no schema of core uses.
 */
const classesOfSchemas = {
  "globalThis.RegExp": "RegExp",
  "globalThis.URL": "URL",
  "globalThis.URLSearchParams": "URLSearchParams",
  "globalThis.Uint8Array": "Uint8Array",
  "globalThis.File": "undefined",
  "globalThis.FormData": "undefined"
}

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
  plugins: [withoutUnusedFeatures],
  define: classesOfSchemas,
  // Stack traces keep their names and lines.
  minifySyntax: true,
  sourcemap: "linked",
  sourcesContent: false,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
  logOverride: { "import-is-undefined": "error" }
})

const unmatched = Object.keys(unusedFeatures).filter((module) => !(`unused-features:${module}` in metafile.inputs))
if (unmatched.length > 0)
  throw new Error(`Nothing was replaced in ${unmatched.join(" and ")} of effect. Update build.ts.`)

const bundled = Object.keys(metafile.inputs).filter((file) => file.includes("node_modules"))
const other = bundled.find((file) => !file.includes("/node_modules/effect/"))
if (other !== undefined) throw new Error(`The bundle contains ${other}, whose license is missing. Add it here.`)
copyFileSync(at("node_modules/effect/LICENSE"), at("dist/engine/effect.LICENSE"))
