/** The part of json-server that the bench uses. The package has no types. */
declare module "json-server" {
  import { type Server } from "node:http"

  interface App {
    use(router: Router): void
    listen(port: number, host: string): Server
  }
  type Router = (request: unknown, response: unknown, next: () => void) => void

  const jsonServer: {
    create(): App
    router(records: object): Router
  }
  export default jsonServer
}
