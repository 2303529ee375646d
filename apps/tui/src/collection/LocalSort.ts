import { Option } from "effect"

/** A sort of loaded rows by the column with a title. */
export interface LocalSort {
  readonly column: string
  readonly direction: "up" | "down"
}

/** The marks of both directions. */
export const directionMark: Readonly<{ [Direction in LocalSort["direction"]]: string }> = { up: "▲", down: "▼" }

/** The next sort of a column: up, down, and the service's order again. */
export const sortAfter = (sort: Option.Option<LocalSort>, column: string): Option.Option<LocalSort> => {
  const same = Option.filter(sort, (now) => now.column === column)
  if (Option.isNone(same)) return Option.some({ column, direction: "up" })
  return same.value.direction === "up" ? Option.some({ column, direction: "down" }) : Option.none()
}
