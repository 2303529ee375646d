const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? ""))

/** Compares numbers as numbers and other values as texts. `null` comes first. */
export const compareValues = (left: unknown, right: unknown): number => {
  if (typeof left === "number" && typeof right === "number") return left - right
  const [one, other] = [asText(left), asText(right)]
  if (one === other) return 0
  return one < other ? -1 : 1
}
