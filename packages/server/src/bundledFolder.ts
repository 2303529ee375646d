/** The folder of the bundled files, relative to both `src` and `dist`. */
export const bundledFolder = new URL("../data/", import.meta.url)
