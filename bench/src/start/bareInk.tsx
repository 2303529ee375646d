/** A program that draws one line with Ink, and ends with a key. */
import { render, Text, useApp, useInput } from "ink"

const Line = () => {
  const { exit } = useApp()
  useInput(() => exit())
  return <Text>one line</Text>
}

render(<Line />, { alternateScreen: true })
