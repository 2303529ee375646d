/** A file of the page at `/docs`, in the folder `page` of the bundled files. */
export interface DocsFile {
  readonly name: string
  readonly type: string
}

const html = "text/html; charset=utf-8"
const css = "text/css; charset=utf-8"
const script = "text/javascript; charset=utf-8"

/** The files of the page by path. No other file is served. */
export const docsFiles: ReadonlyMap<string, DocsFile> = new Map([
  ["/docs", { name: "index.html", type: html }],
  ["/docs/page.css", { name: "page.css", type: css }],
  ...["page", "contract", "elements", "operation", "schemaTree", "requestForm", "response", "tryOut"].map(
    (module) => [`/docs/${module}.js`, { name: `${module}.js`, type: script }] as const
  )
])
