import { Cause, Option } from "effect"
import { AsyncResult, type AtomRegistry } from "effect/reactivity"
import { Box, useApp } from "ink"
import { type ReactElement, useEffect, useState } from "react"
import { sizeAtom } from "./drawing/layout.ts"
import { ThemeContext } from "./drawing/Line.tsx"
import { activeThemeAtom } from "./drawing/themes.ts"
import { RegistryContext, useAtom } from "./drawing/useAtom.tsx"
import { Screen } from "./drawing/Screen.tsx"
import { useKeys } from "./keys/dispatch.ts"
import { terminalControlAtom } from "./platform/suspension.ts"
import { activeLoaderAtom, activeNameAtom, collections } from "./session.ts"
import { Ui } from "./Ui.ts"

/** A bug ends the program, with the screen restored, instead of leaving a screen that no longer changes. */
const throwDefect = (cause: Cause.Cause<unknown>): void => {
  if (Cause.hasDies(cause)) throw Cause.squash(cause)
}

interface AppProps {
  readonly registry: AtomRegistry.AtomRegistry
}

const Program = ({ registry }: AppProps): ReactElement => {
  const [ui] = useState(() => new Ui(registry))
  const { suspendTerminal } = useApp()
  useKeys(ui)
  useEffect(() => registry.set(terminalControlAtom, { releaseWhile: suspendTerminal }), [registry, suspendTerminal])
  const { columns, rows } = useAtom(sizeAtom)
  const active = useAtom(activeNameAtom)
  Option.map(AsyncResult.cause(useAtom(activeLoaderAtom)), throwDefect)
  return (
    <ThemeContext value={useAtom(activeThemeAtom)}>
      <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
        <Screen key={active} collection={collections[active]} />
      </Box>
    </ThemeContext>
  )
}

/** The whole program on the screen. */
export const App = ({ registry }: AppProps): ReactElement => (
  <RegistryContext value={registry}>
    <Program registry={registry} />
  </RegistryContext>
)
