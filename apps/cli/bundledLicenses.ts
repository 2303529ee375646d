import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
}

const rule = "-".repeat(80)
const ownName = /^(@public-records\/.*|public-records)$/

/** Returns the folder of the package that a bundled file belongs to: the nearest one with a version in its manifest. */
const folderOf = (file: string): string | undefined => {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, "package.json")
    if (existsSync(manifest) && /"version"/.test(readFileSync(manifest, "utf8"))) return folder
  }
  return undefined
}

const textOf = (folder: string): string => {
  const { name, version, license }: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const files = globSync("{LICEN[CS]E,LICEN[CS]E.*,licen[cs]e,licen[cs]e.*,NOTICE,NOTICE.*}", {
    cwd: folder
  }).toSorted()
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim())
  return [`${name} ${version}, license ${license}`, ...texts].join("\n\n")
}

/** Returns the licenses of all bundled packages except those of this workspace. */
export const bundledLicenses = (files: ReadonlyArray<string>): string => {
  const folders = new Set(files.map(folderOf).filter((folder) => folder !== undefined))
  const texts = [...folders].map(textOf).filter((text) => !ownName.test(text.split(" ", 1)[0] ?? ""))
  const head = "The files of public-records contain parts of the packages below, each under its own license."
  return `${[head, ...new Set(texts.toSorted())].join(`\n\n${rule}\n\n`)}\n`
}
