/** Where the bundled files are, seen from `src` as well as from `dist`. */
export const bundledFolder = new URL("../data/", import.meta.url)
