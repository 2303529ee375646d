/** Ends a script that was asked for something that there is not, with a sentence, before it does anything. */
export const refuse = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}
