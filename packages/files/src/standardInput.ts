/** The path that stands for standard input. A file with this name is `./-`. */
export const standardInput = "-"

const named = "standard input"

/** Returns the name of a file in messages and events. */
export const nameOf = (path: string): string => (path === standardInput ? named : path)

/** Returns the subject of a message about a file, from its path or its name. */
export const subjectOf = (path: string): string => (nameOf(path) === named ? "Standard input" : `The data file ${path}`)
