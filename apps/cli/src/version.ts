import manifest from "../package.json" with { type: "json" }

export const { version } = manifest

export const writtenBy = `public-records ${version}`
