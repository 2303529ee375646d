/** Prints a line. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Prints an error message and exits with code 2. */
export const exitWithUsageError = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

/** Returns the arguments of this program, without the "--" that pnpm passes on. */
export const programArguments: Array<string> = process.argv.slice(2).filter((argument) => argument !== "--")
