import { type Measure } from "./Measure.ts"

type Measures = ReadonlyArray<Measure>

/** Parts of the benchmark. Each runs in a separate process. */
export const parts: ReadonlyMap<string, () => Promise<Measures>> = new Map([
  ["client-decoding", async (): Promise<Measures> => (await import("./client/decoding.ts")).measures],
  ["client-walking", async () => (await import("./client/walking.ts")).measures],
  ["client-memory", async () => (await import("./client/memory.ts")).measures],
  ["client-embedding", async () => (await import("./client/embedding.ts")).measures],
  ["executable-start", async () => (await import("./executable/start.ts")).measures],
  ["executable-export", async () => (await import("./executable/export.ts")).measures],
  ["mirror", async () => (await import("./mirror/mirror.ts")).measures],
  ["screen", async () => (await import("./screen/screen.ts")).measures],
  ["server-fastify", async () => (await import("./server/comparisons.ts")).compareWithFastify(14_034)],
  ["server-loading", async () => (await import("./server/loading.ts")).measures],
  ["server-fastify-million", async () => (await import("./server/comparisons.ts")).compareWithFastify(1_000_000)]
])
