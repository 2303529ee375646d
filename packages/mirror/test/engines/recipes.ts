import { readFileSync } from "node:fs"

/** A question of docs/engines.md, with the statement that answers it. */
export interface Question {
  readonly title: string
  readonly sql: string
}

const page = readFileSync(new URL("../../../../docs/engines.md", import.meta.url), "utf8")

/** Returns the text below a heading, up to the next heading of its level. */
const section = (text: string, heading: string): string =>
  text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ""

const blocks = (text: string, language: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms")), ([, block = ""]) => block)

/** Returns the statements of a block of SQL, one by one. */
const statements = (sql: string): ReadonlyArray<string> =>
  sql
    .split(/;\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "")

/** Returns the statements that create the tables in an engine. */
export const setupOf = (engine: string): ReadonlyArray<string> =>
  blocks(section(page, engine), "sql").flatMap(statements)

/** Returns the shell command that loads the days into an engine. */
export const loadCommand = (engine: string): string => blocks(section(page, engine), "sh").join("")

/** The commands that export a mirror. */
export const exportCommands: ReadonlyArray<string> = (blocks(page, "sh")[0] ?? "").split("\n").filter(Boolean)

export const questions: ReadonlyArray<Question> = section(page, "Ten questions")
  .split(/^### /m)
  .slice(1)
  .map((part) => ({ title: part.slice(0, part.indexOf("\n")), sql: statements(blocks(part, "sql").join(""))[0] ?? "" }))
