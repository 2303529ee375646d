import { safeJson } from "@public-records/export/safeJson"
import { safeJsonText } from "@public-records/text/safeText"

/** JSON as it is printed: on a terminal with more characters escaped than in a file. Both mean the same value. */
export const printedJson = (value: unknown, { isTTY }: { readonly isTTY: boolean }, indent?: number): string =>
  isTTY ? safeJsonText(JSON.stringify(value, null, indent)) : safeJson(value, indent)
