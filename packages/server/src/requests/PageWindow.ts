import { Result } from "effect"

/** Offset and size of the requested page. */
export interface PageWindow {
  readonly limit: number
  readonly offset: number
}

/** The default and maximum page size of both lists. */
const maxRecordsPerPage = 50

const parseInteger = (text: string | undefined, fallback: number): number | undefined => {
  if (text === undefined) return fallback
  return /^\d+$/.test(text) ? Number(text) : undefined
}

/**
 * Parses the limit and the offset of a page. A limit above 50 becomes 50.
 *
 * **Fails with** a message that names the parameter if it is not an integer, or if the limit is below 1.
 *
 * **Source** docs/api.md, statements 20 and 26.
 */
export const readPageWindow = (
  limitText: string | undefined,
  offsetText: string | undefined,
  limitName: string,
  offsetName: string
): Result.Result<PageWindow, string> => {
  const limit = parseInteger(limitText, maxRecordsPerPage)
  const offset = parseInteger(offsetText, 0)
  if (limit === undefined || limit < 1) return Result.fail(`${limitName} must be an integer of at least 1.`)
  if (offset === undefined) return Result.fail(`${offsetName} must be an integer of at least 0.`)
  return Result.succeed({ limit: Math.min(limit, maxRecordsPerPage), offset })
}
