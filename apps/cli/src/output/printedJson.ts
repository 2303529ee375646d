import { safeJson } from "@public-records/export/safeJson"
import { safeJsonText } from "@public-records/text/safeText"

/** Writes a value as JSON, with more characters escaped on a terminal than in a file. Both mean the same value. */
export const printedJson = (value: unknown, { isTTY }: { readonly isTTY: boolean }, indent?: number): string =>
  isTTY ? safeJsonText(JSON.stringify(value, null, indent)) : safeJson(value, indent)
