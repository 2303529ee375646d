import { Result } from "effect"

/** Which stretch of a list a request asks for. */
export interface PageWindow {
  readonly limit: number
  readonly offset: number
}

/** Default and maximum of both lists. */
const maxRecordsPerPage = 50

const wholeNumber = (text: string | undefined, whenAbsent: number): number | undefined => {
  if (text === undefined) return whenAbsent
  return /^\d+$/.test(text) ? Number(text) : undefined
}

/**
 * Reads the two parameters of a page; a limit above 50 is 50.
 *
 * **Fails with** a sentence that names the parameter: a limit below 1, an offset below 0, or what is no whole number.
 *
 * **Source** decisions 7 and 8.
 */
export const pageOf = (
  limitText: string | undefined,
  offsetText: string | undefined,
  limitName: string,
  offsetName: string
): Result.Result<PageWindow, string> => {
  const limit = wholeNumber(limitText, maxRecordsPerPage)
  const offset = wholeNumber(offsetText, 0)
  if (limit === undefined || limit < 1) return Result.fail(`${limitName} must be a whole number of at least 1.`)
  if (offset === undefined) return Result.fail(`${offsetName} must be a whole number of at least 0.`)
  return Result.succeed({ limit: Math.min(limit, maxRecordsPerPage), offset })
}
