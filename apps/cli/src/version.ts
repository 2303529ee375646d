import manifest from "../package.json" with { type: "json" }

export const { version } = manifest

/** The program and its version, for manifests. */
export const writtenBy = `public-records ${version}`
