/** Formats an integer with grouped digits: `18,412`. */
export const grouped = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",")

/** Formats a count with its noun: `1 record`, `18,412 records`. */
export const counted = (count: number, one: string, many: string): string =>
  `${grouped(count)} ${count === 1 ? one : many}`
