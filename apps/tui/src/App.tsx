import { Cause, Option } from "effect"
import { AsyncResult, type Atom, type AtomRegistry } from "effect/reactivity"
import { Box, Text, useApp, useCursor } from "ink"
import { memo, type ReactElement, useCallback, useEffect, useState, useSyncExternalStore } from "react"
import type { Span } from "./drawing/frame.ts"
import { sizeAtom } from "./drawing/layout.ts"
import { screenAtom } from "./drawing/screen.ts"
import { activeThemeAtom, type Theme } from "./drawing/themes.ts"
import { useKeys } from "./keys/dispatch.ts"
import { terminalControlAtom } from "./platform/suspension.ts"
import { activeLoaderAtom } from "./session.ts"
import { Ui } from "./Ui.ts"

interface LineProps {
  readonly spans: ReadonlyArray<Span>
  readonly theme: Theme
}

const isSame = (a: LineProps, b: LineProps): boolean =>
  a.theme === b.theme &&
  a.spans.length === b.spans.length &&
  a.spans.every(({ text, role }, position) => text === b.spans[position]?.text && role === b.spans[position].role)

/** A line of the screen, drawn again only if it changes. */
const Line = memo(
  ({ spans, theme }: LineProps): ReactElement => (
    <Text wrap="truncate">
      {spans.map(({ text, role = "plain" }, position) => (
        <Text key={position} {...theme[role]}>
          {text}
        </Text>
      ))}
    </Text>
  ),
  isSame
)

/** Returns the value of an atom. The component is drawn again when the value changes. */
const useAtom = <A,>(registry: AtomRegistry.AtomRegistry, atom: Atom.Atom<A>): A => {
  const subscribe = useCallback((changed: () => void) => registry.subscribe(atom, changed), [registry, atom])
  return useSyncExternalStore(subscribe, () => registry.get(atom))
}

/** Throws a defect, so that a bug ends the program and restores the screen instead of freezing it. */
const throwDefect = (cause: Cause.Cause<unknown>): void => {
  if (Cause.hasDies(cause)) throw Cause.squash(cause)
}

/** Draws the screen and handles every key. */
export const App = ({ registry }: { readonly registry: AtomRegistry.AtomRegistry }): ReactElement => {
  const [ui] = useState(() => new Ui(registry))
  useKeys(ui)
  const { suspendTerminal } = useApp()
  useEffect(() => registry.set(terminalControlAtom, { releaseWhile: suspendTerminal }), [registry, suspendTerminal])
  Option.map(AsyncResult.cause(useAtom(registry, activeLoaderAtom)), throwDefect)
  const { columns, rows } = useAtom(registry, sizeAtom)
  const theme = useAtom(registry, activeThemeAtom)
  const { caret, lines } = useAtom(registry, screenAtom)
  useCursor().setCursorPosition(caret)
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      {lines.map((spans, position) => (
        <Line key={position} spans={spans} theme={theme} />
      ))}
    </Box>
  )
}
