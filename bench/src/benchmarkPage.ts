import { readFile, writeFile } from "node:fs/promises"
import { type PartFigures } from "./Figures.ts"
import { printed } from "./Table.ts"

const page = new URL("../../docs/benchmarks.md", import.meta.url)
const mark = "<!-- What follows is written by the bench. -->\n"

const sectionOf = ({ machine, measured, part, table, versions }: PartFigures): string => {
  const used = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return `\n### \`${part}\`\n\n${measured}; ${machine}; ${used.join(", ")}.\n\n\`\`\`\n${printed(table)}\`\`\`\n`
}

/** Writes the figures into the page about them, behind what people wrote. */
export const writeBenchmarkPage = async (figures: ReadonlyArray<PartFigures>): Promise<void> => {
  const [written = ""] = (await readFile(page, "utf8")).split(mark, 1)
  await writeFile(page, `${written}${mark}${figures.map(sectionOf).join("")}`)
}
