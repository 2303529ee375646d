const minute = 60

/** Formats seconds as minutes and seconds: `01:05`. */
export const clockLabel = (seconds: number): string =>
  `${String(Math.floor(seconds / minute)).padStart(2, "0")}:${String(seconds % minute).padStart(2, "0")}`

/** Formats a time in milliseconds since 1970 as local time: `14:05`. Makes the slow formatter only on demand. */
export const clockOf = (at: number): string =>
  new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(at)

/** Formats a time in milliseconds since 1970 as local time: `14:05:10`. */
export const secondOf = (at: number): string =>
  new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(at)
