/** Prints a line. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Ends the program with exit code 2 and a sentence that says what is wrong with its arguments. */
export const refuse = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

/** The arguments of this program. pnpm passes the "--" of "pnpm soak -- --seed 7" on. */
export const programArguments: Array<string> = process.argv.slice(2).filter((argument) => argument !== "--")
