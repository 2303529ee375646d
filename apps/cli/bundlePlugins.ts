import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Plugin } from "esbuild"

const namesFromIndex = /^import \{([^}]*)\} from "(effect(?:\/[a-z-]+)?|@public-records\/(?:core|mirror))"$/gm

const packagesFolder = fileURLToPath(new URL("../../packages/", import.meta.url))

/** Returns the names that a file of a package exports, each with the file that declares it. */
const exportsOf = (file: string): ReadonlyArray<readonly [name: string, file: string]> => {
  const source = readFileSync(file, "utf8")
  const named = source.matchAll(/^export \{([^}]*)\} from "(\.\/.*)"$/gm)
  const all = source.matchAll(/^export \* from "(\.\/.*)"$/gm)
  const beside = (from: string): string => join(dirname(file), from)
  return [
    ...Array.from(source.matchAll(/^export (?:class|const) (\w+)/gm), ([, name = ""]) => [name, file] as const),
    ...Array.from(all, ([, from = ""]) => exportsOf(beside(from))).flat(),
    ...Array.from(named, ([, names = "", from = ""]) =>
      valuesIn(names).map((name) => [name, beside(from)] as const)
    ).flat()
  ]
}

/** Returns the imported names that exist at run time. */
const valuesIn = (names: string): ReadonlyArray<string> =>
  names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))

const packageFiles = new Map(
  ["core", "mirror"].flatMap((name) => exportsOf(join(packagesFolder, name, "src/index.ts")))
)

const directImport = (from: string, imported: string): string => {
  const [name = "", local = name] = imported.split(" as ")
  if (from.startsWith("@public-records/")) {
    const file = packageFiles.get(name)
    return `import { ${imported} } from ${JSON.stringify(file ?? from)}`
  }
  return /^[a-z]/.test(name)
    ? `import { ${imported} } from "effect/Function"`
    : `import * as ${local} from "${from}/${name}"`
}

/**
 * Turns `import { Layer } from "effect"` into the equivalent `import * as Layer from "effect/Layer"`, and the same for the
 * names of core and of the mirror. esbuild splits chunks by file, so with the index every command would load the modules of all
 * commands.
 * `loadedBefore` returns the files that are always loaded before a file.
 */
export const directImports = (loadedBefore: (path: string) => ReadonlyArray<string>): Plugin => ({
  name: "direct-imports",
  setup: ({ onLoad }) => {
    const importsBefore = (path: string): string =>
      loadedBefore(path)
        .map((file) => `import ${JSON.stringify(file)};`)
        .join("")
    onLoad({ filter: /[\\/](apps|packages)[\\/][a-z]+[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8")
      const contents = source.replaceAll(namesFromIndex, (_, names: string, from: string) =>
        valuesIn(names)
          .map((name) => directImport(from, name))
          .join(";")
      )
      return { contents: importsBefore(path) + contents, loader: path.endsWith("x") ? "tsx" : "ts" }
    })
    onLoad({ filter: /[\\/]node_modules[\\/].*\.js$/ }, async ({ path }) => {
      const imports = importsBefore(path)
      return imports === "" ? undefined : { contents: imports + (await readFile(path, "utf8")), loader: "js" }
    })
  }
})

/** The namespace of replaced modules. */
export const replacementNamespace = "replacement"

const textWidth = fileURLToPath(new URL("../../packages/text/src/textWidth.ts", import.meta.url))
const stringWidthWhenNeeded = "string-width-when-needed"

/** Modules that are replaced in the bundle. */
const replacements: Readonly<Record<string, string>> = {
  // Ink imports the developer tools of React, but does not call them in production.
  "react-devtools-core": "export default {}",
  // For `await import`, Node.js detects the named exports of this CommonJS module. A chunk would only have the default export.
  selfsigned: 'export { generate } from "selfsigned"',
  // Ink measures text with the function of the program, which returns the same width and loads faster.
  "string-width": `
    import { widthOf } from ${JSON.stringify(textWidth)}
    import stringWidth from ${JSON.stringify(stringWidthWhenNeeded)}
    export default (text, options) => (options === undefined ? widthOf(text) : stringWidth(text, options))
  `,
  // Compiling its regular expressions would take 5 % of the start, and most text does not need them.
  [stringWidthWhenNeeded]: 'export default (text, options) => require("string-width").default(text, options)'
}

const isReplaced = /^(react-devtools-core|selfsigned|string-width|string-width-when-needed)$/

/** Replaces modules, except if the replacement itself imports the module. */
export const replacing: Plugin = {
  name: "replacing",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: isReplaced }, ({ importer, path, resolveDir }) => {
      if (importer === path || (importer === stringWidthWhenNeeded && path === "string-width")) return undefined
      const replacement = importer === textWidth ? stringWidthWhenNeeded : path
      return { path: replacement, namespace: replacementNamespace, pluginData: resolveDir }
    })
    onLoad({ filter: /./, namespace: replacementNamespace }, ({ path, pluginData: resolveDir }) => ({
      contents: replacements[path] ?? "",
      resolveDir
    }))
  }
}

const fetchCheck = /"function"\s*!=\s*typeof fetch/g

/**
 * Lets Yoga decode its WebAssembly from the data URL. With `fetch`, Node.js would load its entire HTTP client.
 */
export const yogaInlineWasm: Plugin = {
  name: "yoga-without-fetch",
  setup: ({ onLoad }) =>
    onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8")
      if (!fetchCheck.test(source)) throw new Error("Yoga has changed how it loads its WebAssembly.")
      return { contents: source.replaceAll(fetchCheck, "true") }
    })
}

const segmenter = /const graphemeSegmenter = (\/\*#__PURE__\*\/new Intl\.Segmenter\([^)]*\))/
const segmenterUse = "graphemeSegmenter.segment("

/**
 * Delays the `Intl.Segmenter` of Effect's default texts of help until they need it. Creating it takes a tenth of the time that a
 * short command runs, and the program prints its own texts.
 */
export const segmenterWhenNeeded: Plugin = {
  name: "segmenter-when-needed",
  setup: ({ onLoad }) =>
    onLoad({ filter: /effect[\\/]dist[\\/]cli[\\/]CliOutput\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8")
      if (!segmenter.test(source) || !source.includes(segmenterUse)) {
        throw new Error("Effect has changed how it creates its segmenter.")
      }
      const contents = source
        .replace(segmenter, "const graphemeSegmenter = () => $1")
        .replaceAll(segmenterUse, "graphemeSegmenter().segment(")
      return { contents }
    })
}
