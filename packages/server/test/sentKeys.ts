const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"

// Not a real key. It has every kind of character that a key may contain.
export const canary = "Qz7wK9x.Vb3Tn5-Jh8Rd2_Lf4~Gm6"
export const plainCanary = "Vb3Tn5Jh8Rd2Lf4Gm6Ps1Yc0Qz7wK9xHd4Tz8Wq6"

/** Returns the parts of a key, eight characters long, that a string contains in any encoding. */
export const traces = (text: string, secret: string): ReadonlyArray<string> => {
  const twice = encodeURIComponent(encodeURIComponent(secret))
  return [secret, encodeURIComponent(secret), encodeURI(secret), twice].flatMap((form) =>
    Array.from({ length: form.length - 7 }, (_, from) => form.slice(from, from + 8)).filter((part) =>
      text.includes(part)
    )
  )
}

/** Returns requests that contain a key in all positions, intended or mistaken. */
export const requestsWith = (
  secret: string
): ReadonlyArray<readonly [path: string, headers: Readonly<Record<string, string>>]> => {
  const encoded = encodeURIComponent(secret)
  const everyCharacter = Array.from(secret, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join("")
  return [
    [complaints, { "x-api-key": secret }],
    [`${complaints}?api_key=${encoded}`, {}],
    [`${complaints}?api_key=${encoded}&state=Ohio&api_key=${encoded}`, {}],
    [`${complaints}?api_key=${encoded}`, { "x-api-key": secret }],
    [`${complaints}?API_KEY=${encoded}`, {}],
    [`${complaints}?api%5Fkey=${encoded}`, {}],
    [`${complaints}?api-key=${encoded}&apikey=${encoded}&X-Api-Key=${encoded}&key=${encoded}`, {}],
    [`${complaints}?api_key[]=${encoded}&%20api_key=${encoded}`, {}],
    [`${complaints}?state=${encoded}`, {}],
    [`${complaints}?state=${encodeURIComponent(encoded)}`, {}],
    [`${complaints}?state=${everyCharacter}`, {}],
    [`${complaints}?${encoded}`, {}],
    [`${complaints}?${encoded}=1`, {}],
    [`${complaints}?api_key=${secret}`, {}],
    [`${complaints}?state=${secret}`, {}],
    [`${complaints}/${encoded}`, {}],
    [`${complaints}/${secret}`, {}],
    [`${notices}/${everyCharacter}`, {}],
    [`/${encoded}/v0?api_key=${encoded}#${encoded}`, {}],
    [`/v0/api_key=${encoded}`, {}],
    [`${complaints}/x${encoded}%zz`, {}]
  ]
}
