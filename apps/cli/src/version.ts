import manifest from "../package.json" with { type: "json" }

/** The version of the executable. */
export const { version } = manifest
