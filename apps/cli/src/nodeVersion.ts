const oldest = { major: 22, minor: 19 }

/** The oldest version of Node.js that runs this program. */
export const oldestNode = `${oldest.major}.${oldest.minor}`

/**
 * Whether a version of Node.js, such as `24.1.0`, runs this program.
 *
 * **Gotchas** compares numbers, because a string comparison with `Intl` makes Node.js start a sixth slower.
 */
export const runsOn = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor)
}
