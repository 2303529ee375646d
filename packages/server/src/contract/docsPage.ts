import { HttpRouter } from "effect/http"
import { HttpApi, HttpApiScalar, OpenApi } from "effect/http-api"

/** Returns the page at `/docs`: Scalar, as it comes with Effect, with the contract. It loads nothing from the network. */
export const docsPage = async (contract: object): Promise<string> => {
  const api = HttpApi.make("public-records").annotate(OpenApi.Transform, () => contract)
  const page = HttpApiScalar.layer(api, { path: "/docs", scalar: { withDefaultFonts: false } })
  const { dispose, handler } = HttpRouter.toWebHandler(page, { disableLogger: true })
  const response = await handler(new Request("https://localhost/docs"))
  const html = await response.text()
  await dispose()
  return html
}
