import { spawn } from "node:child_process"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"
import { Row } from "./Row.ts"

const Rows = Schema.fromJsonString(Schema.Array(Row))

/** Hands the rows that a program of its own measured to the one that started it. */
export const report = (rows: ReadonlyArray<Row>): void => {
  process.stdout.write(Schema.encodeSync(Rows)(rows))
}

/** What a measuring program is started with. */
export interface ProgramOptions {
  readonly nodeOptions?: ReadonlyArray<string>
  readonly programArguments?: ReadonlyArray<string>
}

/** Measures in a program of its own, so that nothing that ran before has a part in it. */
export const measuredBy = async (
  module: string,
  { nodeOptions = [], programArguments = [] }: ProgramOptions = {}
): Promise<ReadonlyArray<Row>> => {
  const path = fileURLToPath(new URL(module, import.meta.url))
  const child = spawn(process.execPath, [...nodeOptions, path, ...programArguments], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve))
  const output = await text(child.stdout)
  const code = await closed
  if (code !== 0) throw new Error(`${module} ended with code ${code}; what it says stands above.`)
  return Schema.decodeUnknownSync(Rows)(output)
}
