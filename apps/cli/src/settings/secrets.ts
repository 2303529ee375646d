import { proxyUrl } from "../network/proxies.ts"

/** What is shown instead of a secret. */
export const secret = "••••"

/** Masks the secrets in a URL. Masks any other text completely, because it may be a key or a password. */
export const shownUrl = (text: string, url = URL.parse(text)): string => {
  if (url === null || !["http:", "https:"].includes(url.protocol)) return secret
  const isPlain = url.username === "" && url.password === "" && url.search === "" && url.hash === ""
  return isPlain ? text : `${url.protocol}//${secret}@${url.host}`
}

export const shownProxy = (text: string): string => shownUrl(text, proxyUrl(text) ?? null)
