import { build, type Plugin } from "esbuild"
import { chmod, cp, readFile, rm, writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { bundledLicences } from "./bundledLicences.ts"
import { pages } from "./pages.ts"

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const namesFromIndex = /^import \{([^}]*)\} from "(effect(?:\/[a-z-]+)?)"$/gm

const directImport = (from: string, imported: string): string => {
  const [name = "", local = name] = imported.split(" as ")
  return /^[a-z]/.test(name)
    ? `import { ${imported} } from "effect/Function"`
    : `import * as ${local} from "${from}/${name}"`
}

/**
 * Turns `import { Layer } from "effect"` into `import * as Layer from "effect/Layer"`, which is the same. esbuild keeps
 * modules apart by file, so that through the index every command would load what any of them uses.
 */
const directImports: Plugin = {
  name: "direct-imports",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/](apps|packages)[\\/][a-z]+[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8")
      const contents = source.replaceAll(namesFromIndex, (_, names: string, from: string) =>
        names
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== "" && !name.startsWith("type "))
          .map((name) => directImport(from, name))
          .join(";")
      )
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" }
    })
}

/** Modules that the bundle holds in another form than Node.js loads them. */
const replacements: Readonly<Record<string, string>> = {
  // Ink imports the developer tools of React, and never calls them in production.
  "react-devtools-core": "export default {}",
  // Node.js finds the names of this CommonJS module for `await import`; a chunk of the bundle has the default export only.
  selfsigned: 'export { generate } from "selfsigned"'
}
const namespace = "replacement"

const replacing: Plugin = {
  name: namespace,
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(react-devtools-core|selfsigned)$/ }, ({ path, importer, resolveDir }) =>
      importer === path ? undefined : { path, namespace, pluginData: resolveDir }
    )
    onLoad({ filter: /./, namespace }, ({ path, pluginData: resolveDir }) => ({
      contents: replacements[path] ?? "",
      resolveDir
    }))
  }
}

await rm(at("dist"), { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: { "public-records": at("src/launch.ts") },
  outdir: at("dist"),
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  // A chunk for each command: no command pays for what only another needs, such as React.
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node22",
  minify: true,
  // Stack traces lead to files and lines with `node --enable-source-maps`; what stands there is not repeated.
  sourcemap: "linked",
  sourcesContent: false,
  // In `THIRD-PARTY-LICENCES.txt` instead, once each.
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [directImports, replacing],
  // Imports of types alone load nothing.
  tsconfigRaw: { compilerOptions: { jsx: "react-jsx", verbatimModuleSyntax: false } },
  banner: {
    js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);'
  }
})
const bundledFiles = Object.keys(metafile.inputs).filter((input) => !input.startsWith(`${namespace}:`))
await writeFile(at("dist/THIRD-PARTY-LICENCES.txt"), bundledLicences(bundledFiles.map((file) => resolve(file))))
await writeFile(at("dist/help.json"), JSON.stringify(pages.help))
await writeFile(at("dist/public-records.1"), pages.manual)
await chmod(at("dist/public-records.js"), 0o755)
await cp(at("../../packages/server/data"), at("dist/data"), { recursive: true })
