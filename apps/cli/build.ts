import { build, type BuildOptions } from "esbuild"
import { existsSync } from "node:fs"
import { chmod, cp, rm, writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { bundledLicenses } from "./bundledLicenses.ts"
import { directImports, replacementNamespace, replacing, segmenterWhenNeeded, yogaInlineWasm } from "./bundlePlugins.ts"
import { pages } from "./pages.ts"

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

await rm(at("dist"), { recursive: true, force: true })
const options = {
  entryPoints: { "public-records": at("src/launch.ts") },
  outdir: at("dist"),
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  // Writes a chunk for each command, so that no command loads the dependencies of another one, such as React.
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node22",
  minify: true,
  // For stack traces with `node --enable-source-maps`. The sources are not included.
  sourcemap: "linked",
  sourcesContent: false,
  // `THIRD-PARTY-LICENSES.txt` contains each license once instead.
  legalComments: "none",
  logLevel: "warning",
  // The imports of `loadedBefore` only group files.
  logOverride: { "ignored-bare-import": "silent" },
  define: { "process.env.NODE_ENV": '"production"' },
  // Removes imports that are only used as types.
  tsconfigRaw: { compilerOptions: { jsx: "react-jsx", verbatimModuleSyntax: false } },
  banner: {
    js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);'
  }
} satisfies BuildOptions

const bundle = (loadedBefore: (path: string) => ReadonlyArray<string>, changed: BuildOptions = {}) =>
  build({
    ...options,
    ...changed,
    metafile: true,
    plugins: [directImports(loadedBefore), replacing, segmenterWhenNeeded, yogaInlineWasm]
  })

const launch = at("src/launch.ts")
const { inputs, outputs } = (await bundle(() => [], { write: false, minify: false, sourcemap: false })).metafile
const lazilyLoaded = new Set(Object.values(outputs).map(({ entryPoint = launch }) => resolve(entryPoint)))

/** The files that each file imports, except those that it loads lazily. */
const importsOf = new Map(
  Object.entries(inputs).map(([path, { imports }]) => [
    resolve(path),
    imports.flatMap((one) => (one.kind === "dynamic-import" || one.external === true ? [] : resolve(one.path)))
  ])
)

/** Returns the files that are loaded with some files. */
const loadedWith = (...paths: ReadonlyArray<string>): ReadonlySet<string> => {
  const loaded = new Set(paths)
  for (const file of loaded) for (const imported of importsOf.get(file) ?? []) loaded.add(imported)
  return loaded
}

const [main, commandLine, numberCommand] = [at("src/main.ts"), at("src/commandLine.ts"), at("src/commands/number.ts")]
const parser = loadedWith(commandLine)
const number = loadedWith(numberCommand)
const list = loadedWith(at("src/commands/list.ts"))
const terminalUi = loadedWith(at("src/commands/tui.ts"), at("../tui/src/main.tsx"), at("src/source/embeddedServer.ts"))

/**
 * The stages of a start: what the terminal UI and commands need, what commands need, what the client needs, and what questions to a
 * mirror need. A lazily loaded file that needs a part of a stage loads all of it. Without stages, a command would load many small
 * chunks, because different commands need them, and loading each takes time. Replacements, which are not files, are loaded with the
 * files that import them.
 */
const stages = [
  [...loadedWith(main), ...[...parser, ...number].filter((file) => terminalUi.has(file))],
  [...parser, ...[...number].filter((file) => list.has(file))],
  [...list].filter((file) => terminalUi.has(file)),
  [...number]
].map((files) => files.filter((file) => existsSync(file) && ![main, commandLine, numberCommand].includes(file)))

/** Each file with the stage that loads it. */
const stageOf = new Map(stages.toReversed().flatMap((stage) => stage.map((file) => [file, stage] as const)))

/**
 * Returns the files of all stages that a lazily loaded file needs. esbuild puts files in one chunk if the same lazily loaded files reach
 * them.
 */
const loadedBefore = (path: string): ReadonlyArray<string> => {
  if (path === launch || !lazilyLoaded.has(path)) return []
  return [...new Set([...loadedWith(path)].flatMap((file) => stageOf.get(file) ?? []))]
}

const { metafile } = await bundle(loadedBefore)
const bundledFiles = Object.keys(metafile.inputs).filter((input) => !input.startsWith(`${replacementNamespace}:`))
await writeFile(at("dist/THIRD-PARTY-LICENSES.txt"), bundledLicenses(bundledFiles.map((file) => resolve(file))))
await writeFile(at("dist/help.json"), JSON.stringify(pages))
await chmod(at("dist/public-records.js"), 0o755)
const bundledData = new URL("dist/data/", import.meta.url)
await cp(at("../../packages/server/data"), bundledData, { recursive: true })
// For the sample mirror.
await cp(
  at("../../packages/files/test/data/DNC_Complaint_Numbers_2019-12-16.csv.br"),
  at("dist/data/DNC_Complaint_Numbers_2019-12-16.csv.br")
)
