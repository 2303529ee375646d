/** The forms in which records are printed. */
export const formats = ["table", "json", "ndjson", "csv"] as const
export type Format = (typeof formats)[number]
