import { parseArgs, type ParseArgsConfig } from "node:util"

/** Prints a line. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Prints an error message and exits with code 2. */
export const exitWithUsageError = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

/** Returns the arguments of this program, without the "--" that pnpm passes on. */
export const programArguments: Array<string> = process.argv.slice(2).filter((argument) => argument !== "--")

/** Parses the arguments of this program. `--help` prints the usage, and an unknown option a sentence; both exit. */
export const parseCommandLine = <Config extends ParseArgsConfig>(usage: string, config: Config) => {
  if (programArguments.some((argument) => argument === "--help" || argument === "-h")) {
    say(usage)
    process.exit()
  }
  try {
    return parseArgs({ ...config, args: programArguments })
  } catch (error) {
    const [reason = ""] = String(error)
      .replace(/^.*?: /, "")
      .split(". ")
    return exitWithUsageError(`${reason}. See --help.`)
  }
}
