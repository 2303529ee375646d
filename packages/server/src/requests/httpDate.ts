import { DateTime } from "effect"

/** Returns a time for a header, such as `Wed, 25 Nov 2026 20:06:00 GMT`. **Units** milliseconds since 1970. */
export const httpDate = (millis: number): string => DateTime.toDateUtc(DateTime.makeUnsafe(millis)).toUTCString()
