import { dailyFileDate } from "./dailyFileName.ts"

/** Facts about a file that are known before its records are read. */
export interface FileFacts {
  readonly path: string
  /** The newest day on which its complaints can have been created, and why. */
  readonly newest: { readonly day: string; readonly why: string } | undefined
}

/**
 * Returns what is known of a file: its complaints were created before the date in its name or, without one, before it was written.
 * `writtenOn` is `undefined` for a stream.
 */
export const factsOf = (path: string, writtenOn?: string): FileFacts => {
  const date = dailyFileDate(path)
  if (date !== undefined) return { path, newest: { day: date, why: "the date in the name of the file" } }
  if (writtenOn === undefined) return { path, newest: undefined }
  return { path, newest: { day: writtenOn, why: "the day of the file and of the clock" } }
}
