import { checkPackage, createPackageFromTarballData, type Package } from "@arethetypeswrong/core"
import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

/** Returns the folders of the packages that are published. */
const publishedFolders = (): ReadonlyArray<string> =>
  globSync("{packages,apps}/*/package.json")
    .filter((manifest) => !/"private": true/.test(readFileSync(manifest, "utf8")))
    .map((manifest) => `./${dirname(manifest)}`)

/** Problems of outdated module resolutions, which are expected because the packages contain only ES modules. */
const expectedProblems = new Set(["NoResolution node10", "CJSResolvesToESM node16-cjs"])

/** Files that every package must contain. */
const neededFiles = ["LICENSE", "NOTICE", "README.md", "package.json"]

/** Packs every published package into a folder, like `pnpm publish`, and returns the tarballs. */
export const packAll = (folder: string): ReadonlyArray<string> => {
  const filters = publishedFolders().flatMap((path) => ["--filter", path])
  const { status, stderr, stdout } = spawnSync("pnpm", ["-r", ...filters, "pack", "--pack-destination", folder], {
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`The packages could not be packed: ${stdout}${stderr}`)
  return globSync(`${folder}/*.tgz`).toSorted()
}

const problemsOfManifest = async (tarball: ArrayBuffer): Promise<ReadonlyArray<string>> => {
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`)
}

const rootOf = ({ packageName }: Package): string => `/node_modules/${packageName}/`

const problemsOfFiles = (packed: Package): ReadonlyArray<string> => {
  const names = packed.listFiles().map((name) => name.slice(rootOf(packed).length))
  return [
    ...neededFiles.filter((name) => !names.includes(name)).map((name) => `${name} is missing.`),
    // Every program needs its source map for stack traces.
    ...names
      .filter((name) => /^dist\/(?!data\/).*\.js$/.test(name) && !names.includes(`${name}.map`))
      .map((name) => `${name} has no source map.`)
  ]
}

const problemsOfTypes = async (packed: Package): Promise<ReadonlyArray<string>> => {
  const analysis = await checkPackage(packed)
  // An executable has no types, because it is not imported.
  if (analysis.types === false) return []
  return analysis.problems
    .map((problem) => ({
      message: `arethetypeswrong: ${JSON.stringify(problem)}`,
      kind: `${problem.kind} ${"resolutionKind" in problem ? problem.resolutionKind : ""}`
    }))
    .filter(({ kind }) => !expectedProblems.has(kind))
    .map(({ message }) => message)
}

/** The types of entries that work without `effect`, by package. */
const plainTypes: Readonly<Record<string, ReadonlyArray<string>>> = {
  "@public-records/core": ["dist/promise.d.ts", "dist/redis.d.ts"]
}

/** Returns the declarations that a program without `effect` cannot compile: files that the plain entries reach and that import it. */
const problemsOfPlainTypes = (packed: Package): ReadonlyArray<string> => {
  const entries = plainTypes[packed.packageName] ?? []
  const problems: Array<string> = []
  const reached = new Set(entries)
  for (const file of reached) {
    const text = packed.tryReadFile(`${rootOf(packed)}${file}`) ?? ""
    if (text === "") problems.push(`${file} is missing.`)
    for (const [, path = ""] of text.matchAll(/(?:from |import\()"([^"]+)"/g)) {
      if (path.startsWith(".")) reached.add(join(dirname(file), path.replace(/\.[jt]s$/, ".d.ts")))
      else problems.push(`${file} imports ${path}, but programs without Effect do not install it.`)
    }
  }
  return problems
}

/** Returns the problems of a packed package as messages. */
export const findProblems = async (tarball: string): Promise<ReadonlyArray<string>> => {
  const data = new Uint8Array(readFileSync(tarball))
  const packed = createPackageFromTarballData(data)
  return [
    ...(await problemsOfManifest(data.buffer)),
    ...(await problemsOfTypes(packed)),
    ...problemsOfPlainTypes(packed),
    ...problemsOfFiles(packed)
  ]
}
