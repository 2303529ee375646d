import { build, type BuildOptions } from "esbuild"
import { chmod, cp, rm, writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { prepareSample } from "../../packages/server/scripts/prepareSample.ts"
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
  metafile: true,
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

const bundle = (write: boolean, loadedBefore: (path: string) => ReadonlyArray<string>) =>
  build({ ...options, write, plugins: [directImports(loadedBefore), replacing, segmenterWhenNeeded, yogaInlineWasm] })

const [launch, main, commandLine] = [at("src/launch.ts"), at("src/main.ts"), at("src/commandLine.ts")]
const { inputs, outputs } = (await bundle(false, () => [])).metafile
const lazilyLoaded = new Set(Object.values(outputs).map(({ entryPoint = launch }) => resolve(entryPoint)))

/** The files that each file imports, except those that it loads lazily. */
const importsOf = new Map(
  Object.entries(inputs).map(([path, { imports }]) => [
    resolve(path),
    imports.flatMap((one) => (one.kind === "dynamic-import" || one.external === true ? [] : resolve(one.path)))
  ])
)

/** Returns the files that are loaded with a file. */
const loadedWith = (path: string): ReadonlySet<string> => {
  const loaded = new Set([path])
  for (const file of loaded) for (const imported of importsOf.get(file) ?? []) loaded.add(imported)
  return loaded
}

/** Files of which a command that needs one loads all. Each would be a small chunk, because different commands need them. */
const groups = [
  [
    "packages/core/src/queries/ComplaintQuery.ts",
    "packages/core/src/queries/stateList.ts",
    "packages/core/src/records/Complaint.ts",
    "packages/core/src/records/Notice.ts",
    "packages/core/src/records/Subject.ts",
    "packages/core/src/walk/WalkState.ts",
    "packages/core/src/walk/walk.ts"
  ],
  ["packages/mirror/src/Mirror.ts", "packages/mirror/src/store/ledger.ts", "packages/files/src/RowIds.ts"],
  [
    "apps/cli/src/output/StatusOutput.ts",
    "apps/cli/src/output/answer.ts",
    "apps/cli/src/output/barTable.ts",
    "apps/cli/src/output/columns.ts",
    "apps/cli/src/output/numberText.ts",
    "apps/cli/src/output/printers.ts"
  ]
].map((files) => files.map((file) => at(`../../${file}`)))

/**
 * The files that are always loaded before a lazily loaded one. esbuild puts files in one chunk if the same lazily loaded files reach
 * them. Without these imports, the start would be many small chunks, and loading each takes time.
 */
const loadedBefore = (path: string): ReadonlyArray<string> => {
  if (path === launch || path === main || !lazilyLoaded.has(path)) return []
  const isCommand = path.startsWith(at("src/commands/")) && path !== at("src/commands/tui.ts")
  const loaded = loadedWith(path)
  const needed = groups.filter((files) => files.some((file) => loaded.has(file)))
  return [main, ...(isCommand ? [commandLine] : []), ...needed.flat()]
}

const { metafile } = await bundle(true, loadedBefore)
const bundledFiles = Object.keys(metafile.inputs).filter((input) => !input.startsWith(`${replacementNamespace}:`))
await writeFile(at("dist/THIRD-PARTY-LICENSES.txt"), bundledLicenses(bundledFiles.map((file) => resolve(file))))
await writeFile(at("dist/help.json"), JSON.stringify(pages.help))
await writeFile(at("dist/public-records.1"), pages.manual)
await chmod(at("dist/public-records.js"), 0o755)
const bundledData = new URL("dist/data/", import.meta.url)
await cp(at("../../packages/server/data"), bundledData, { recursive: true })
// For the sample mirror.
await cp(
  at("../../packages/files/test/data/DNC_Complaint_Numbers_2019-12-16.csv.br"),
  at("dist/data/DNC_Complaint_Numbers_2019-12-16.csv.br")
)
await prepareSample(bundledData)
