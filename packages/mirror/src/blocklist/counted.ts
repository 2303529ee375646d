export const grouped = (count: number): string => count.toLocaleString("en-US")

/** Formats a count with its noun: `1 day`, `1,964 days`. */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`
