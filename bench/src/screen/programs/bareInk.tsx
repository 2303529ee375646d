/** The least that Ink can do: one line, and then it waits. */
import { render, Text, useInput } from "ink"

const Line = () => {
  useInput(() => undefined)
  return <Text>one line</Text>
}

render(<Line />, { alternateScreen: true })
