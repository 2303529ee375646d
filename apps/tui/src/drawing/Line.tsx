import { Text } from "ink"
import { createContext, type ReactElement, useContext } from "react"
import { type Role, type Theme, themes } from "./themes.ts"

/** A piece of a line. Its text is safe already. */
export interface Span {
  readonly text: string
  readonly role?: Role
}

/** The theme of the screen. */
export const ThemeContext = createContext<Theme>(themes.terminal)

/** One line of the screen, never more. */
export const Line = ({ spans }: { readonly spans: ReadonlyArray<Span> }): ReactElement => {
  const theme = useContext(ThemeContext)
  return (
    <Text wrap="truncate">
      {spans.map(({ text, role }, place) => (
        // A line is drawn anew as a whole; its pieces have no identity but their place.
        <Text key={place} {...theme[role ?? "plain"]}>
          {text}
        </Text>
      ))}
    </Text>
  )
}
