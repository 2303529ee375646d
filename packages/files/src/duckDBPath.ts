import { resolve } from "node:path"

/** Returns a path that DuckDB's functions take neither for an address nor for a pattern. */
export const exactPath = (path: string): string => resolve(path).replaceAll(/[[*?]/g, "[$&]")

/** Returns a text as a literal of SQL, for the few statements that take no parameters. */
export const sqlLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`
