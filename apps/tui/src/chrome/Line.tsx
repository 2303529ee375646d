import { Text, type TextProps } from "ink"
import { createContext, type ReactElement, useContext } from "react"

/** What a piece of a line is, so that a theme can say how it looks. Nothing is told by its look alone. */
export type Role = "plain" | "frame" | "title" | "selected" | "faint" | "good" | "warning" | "key"

/** A piece of a line. Its text is safe already. */
export interface Span {
  readonly text: string
  readonly role?: Role
}

/** How each role looks. */
export type Theme = Readonly<Record<Role, TextProps>>

/** Colours of the terminal's own palette. */
export const colours: Theme = {
  plain: {},
  frame: { dimColor: true },
  title: { bold: true },
  selected: { inverse: true },
  faint: { dimColor: true },
  good: { color: "green" },
  warning: { color: "yellow" },
  key: { color: "cyan" }
}

/** No colour and no attribute: the markers in the text tell everything. */
export const noColours: Theme = {
  plain: {},
  frame: {},
  title: {},
  selected: {},
  faint: {},
  good: {},
  warning: {},
  key: {}
}

/** The theme of the screen. */
export const ThemeContext = createContext<Theme>(colours)

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
