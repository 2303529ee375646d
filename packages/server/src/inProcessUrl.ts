/** The URL of a server in process: a name that no network resolves. */
export const inProcessUrl = "https://reference-server.invalid"
