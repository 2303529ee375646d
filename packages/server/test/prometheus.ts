import parse, { type Family } from "parse-prometheus-text-format"

/** The families of a text in Prometheus' format, as an independent parser reads it; it throws where a line is none. */
export const families = (text: string): ReadonlyArray<Family> => parse(text)

const labelled = (name: string, labels: Readonly<Record<string, string>> = {}): string => {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  return pairs.length === 0 ? name : `${name}{${pairs.join(",")}}`
}

/** Every value of counters and gauges, by its name with its labels. */
export const samples = (text: string): ReadonlyMap<string, number> =>
  new Map(
    families(text).flatMap(({ metrics, name }) =>
      metrics.flatMap(({ labels, value }) =>
        value === undefined ? [] : [[labelled(name, labels), Number(value)] as const]
      )
    )
  )
