import { Cause, Option } from "effect"
import { AsyncResult, type AtomRegistry } from "effect/reactivity"
import { Box, useApp } from "ink"
import { type ReactElement, useContext, useEffect } from "react"
import { sizeAtom } from "./collection/screenAtoms.ts"
import { ThemeContext } from "./chrome/Line.tsx"
import { looksAtom } from "./chrome/themes.ts"
import { RegistryContext, useAtom } from "./chrome/useAtom.tsx"
import { ComplaintsScreen } from "./complaints/ComplaintsScreen.tsx"
import { useKeymap } from "./keys/useKeymap.ts"
import { NoticesScreen } from "./notices/NoticesScreen.tsx"
import { terminalHoldAtom } from "./outside/suspension.ts"
import { activeLoaderAtom, activeNameAtom } from "./session.ts"

/** A bug in the program ends it, with the screen restored, instead of hiding behind a screen that stays as it is. */
const throwDefect = (cause: Cause.Cause<unknown>): void => {
  if (Cause.hasDies(cause)) throw Cause.squash(cause)
}

/** Lets keys lend the terminal to others. */
const useTerminalHold = (): void => {
  const registry = useContext(RegistryContext)
  const { suspendTerminal } = useApp()
  useEffect(() => registry.set(terminalHoldAtom, { lend: suspendTerminal }), [registry, suspendTerminal])
}

const Screen = (): ReactElement => {
  useKeymap()
  useTerminalHold()
  const { columns, rows } = useAtom(sizeAtom)
  const active = useAtom(activeNameAtom)
  Option.map(AsyncResult.cause(useAtom(activeLoaderAtom)), throwDefect)
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      {active === "complaints" ? <ComplaintsScreen /> : <NoticesScreen />}
    </Box>
  )
}

const Themed = (): ReactElement => (
  <ThemeContext value={useAtom(looksAtom)}>
    <Screen />
  </ThemeContext>
)

/** The whole program on the screen; its state comes from the registry. */
export const App = (props: { readonly registry: AtomRegistry.AtomRegistry }): ReactElement => (
  <RegistryContext value={props.registry}>
    <Themed />
  </RegistryContext>
)
