import { type Breakage, breaking } from "./Breakage.ts"

const broken = (file: string) => breaking(`packages/core/src/${file}`)

const envelope = broken("records/Envelope.ts")
const complaintInput = broken("queries/ComplaintInput.ts")
const queryInput = broken("queries/QueryInput.ts")
const noticeQuery = broken("queries/NoticeQuery.ts")
const state = broken("queries/State.ts")
const collection = broken("Collection.ts")
const exchange = broken("client/exchange.ts")
const retries = broken("client/retries.ts")
const failure = broken("client/failures.ts")
const keyMask = broken("client/KeyMask.ts")
const call = broken("budget/Call.ts")
const ledger = broken("budget/Ledger.ts")
const pages = broken("walk/AnchoredReader.ts")

const unmaskedBody = [
  "this.redactBody = masking(key.length < minLengthInRecords ? [] : unusual)",
  "this.redactBody = (text) => text"
] as const
const unmaskedMessage = [
  "this.redact = masking(key.length < partLength ? whole : [...parts, ...encoded])",
  "this.redact = (text) => text"
] as const

const answers: ReadonlyArray<Breakage> = [
  envelope(4, "data is an array", [
    "if (!Array.isArray(data)) return Option.none()",
    "if (!Array.isArray(data)) return decodeEnvelope({ data: [] })"
  ]),
  envelope(5, "a total may be absent, or no number", [
    "  if (!Array.isArray(data)) return Option.none()",
    '  if (!Array.isArray(data) || Option.isNone(countOf(memberOf(memberOf(json, "meta"), "records-total")))) return Option.none()'
  ]),
  pages(6, "a total alone ends no walk", [
    "if (isShort && !state.isTotalRefuted && Option.contains(page.total, this.#found))",
    "if (Option.contains(page.total, this.#found))"
  ]),
  envelope(
    11,
    "texts may be absent or no texts",
    ["value === undefined || isExactText(value)", "value === undefined || isExactString(value)"],
    ["Schema.Union([Schema.String, Schema.Finite, Schema.Null])", "Schema.String"]
  ),
  broken("records/Page.ts")(13, "a broken record costs nothing else", [
    "      else rejected.push({ reason: decoded.failure.message, raw: writableJson(raw) })",
    "      else return { records: [], rejected: [], ids: [], offset, received: envelope.data.length, total: claimedTotal(envelope) }"
  ]),
  collection(14, "ids are no numbers", ["${path}/${encodeURIComponent(id)}", "${path}/${Number.parseInt(id, 10)}"])
]

const questions: ReadonlyArray<Breakage> = [
  complaintInput(18, "what may be combined is known before anything is sent", ["  checkCombination(parser)\n", ""]),
  complaintInput(19, "a broken rule is an InvalidQuery", ["  checkCombination(parser)\n", ""]),
  queryInput(20, "50 is the largest size", ["Schema.is(PageLimit)(Number(text))", "Number(text) > 0"]),
  state(22, "a state must exist", ["includes(folded(text)))?.name", 'includes(folded(text)))?.name ?? "Ohio"']),
  state(22, "postal codes are taken for names", ["[folded(name), folded(postalCode)]", "[folded(name), postalCode]"]),
  state(22, "names are taken case aside", ['.replaceAll(/\\s+/g, " ").toLowerCase()', '.replaceAll(/\\s+/g, " ")']),
  noticeQuery(25, "the direction of a sort is sent", ["  [`sort[${sortBy}][direction]`, order],\n", ""]),
  noticeQuery(25, "the field of a sort is sent", ["  [`sort[${sortBy}][path]`, sortBy],\n", ""]),
  collection(28, "404 for one record is NotFound", ["reason.status === 404 ? new NotFound({ id }) : reason", "reason"])
]

const calls: ReadonlyArray<Breakage> = [
  failure(31, "403 is a rejected key, whatever its body", [
    "if (status === 403)",
    'if (status === 403 && code !== "")'
  ]),
  failure(31, "the status counts, not the form of the body", [
    "  return failed(new BadRequest({ status, said }))",
    '  return said === "" ? notAnswered("nothing was said") : failed(new BadRequest({ status, said }))'
  ]),
  ledger(32, "the client follows the limit that the service names", [
    "    this.#serviceLimit = Math.max(1, limit)\n    this.#forget(now)\n    const used",
    "    this.#serviceLimit = 1000\n    this.#forget(now)\n    const used"
  ]),
  failure(33, "5xx is asked again", ["status === 408 || status >= 500", "status === 408"]),
  failure(33, "a body cut short is asked again", [
    "    : notAnswered(truncated)",
    '    : failed(new UnexpectedAnswer({ said: "cut short" }))'
  ]),
  failure(33, "a cut connection is asked again", [
    'return notAnswered(toSingleLine(keyMask.redact(innermost?.message ?? "no connection")))',
    'return failed(new UnexpectedAnswer({ said: "no connection" }))'
  ]),
  exchange(33, "broken JSON and web pages are asked again", [
    'catch: () => notAnswered(text.trimStart().startsWith("<") ? "it answered with a web page" : truncated)',
    'catch: () => failed(new UnexpectedAnswer({ said: "it is broken" }))'
  ]),
  broken("Options.ts")(33, "an answer may take its time", [
    'options.attemptTimeout ?? "30 seconds"',
    'options.attemptTimeout ?? "100 millis"'
  ]),
  exchange(33, "what takes too long is asked again", [
    "orElse: () => Effect.fail(notAnswered(`no answer within ${Duration.format(duration)}`))",
    'orElse: () => Effect.fail(failed(new UnexpectedAnswer({ said: "too late" })))'
  ]),
  retries(33, "429 is asked again", [
    'const mayHelp = isRefusal || (reason._tag === "Unavailable" && reason.advice === undefined)',
    'const mayHelp = reason._tag === "Unavailable" && reason.advice === undefined'
  ]),
  exchange(33, "a Retry-After that cannot be read counts as absent", [
    'if (!text.endsWith("GMT")) return Option.none()',
    'if (!text.endsWith("GMT")) return text === "" ? Option.none() : Option.some(now + maxPauseMillis)'
  ]),
  call(33, "five attempts", ["maxAttempts = 5", "maxAttempts = 3"]),
  call(33, "no more than five attempts", ["maxAttempts = 5", "maxAttempts = 7"]),
  retries(33, "no wait above the cap", ["earliest - now > Math.min(maxRetryAfter, maxWait)", "earliest < 0"]),
  exchange(33, "Retry-After is heeded", [
    "if (/^\\d+$/.test(text)) return Option.some(now + Math.min(maxPauseMillis, Number(text) * 1000))",
    "if (/^\\d+$/.test(text)) return Option.none()"
  ]),
  failure(33, "other 4xx are asked once", [
    "  return failed(new BadRequest({ status, said }))",
    "  return notAnswered(said)"
  ]),
  exchange(34, "a redirect elsewhere is not followed", [
    "target !== null && !hasKey && isSameOrigin(baseUrl, target)",
    "target !== null"
  ]),
  exchange(34, "a redirect within the service is followed", [
    "target !== null && !hasKey && isSameOrigin(baseUrl, target)",
    "target === undefined"
  ]),
  exchange(34, "a circle of redirects ends", ["call, redirects - 1)", "call, redirects)"]),
  keyMask(37, "a key in a record is masked", unmaskedBody),
  keyMask(37, "a key in a sentence is masked", unmaskedMessage),
  // Each mask covers for the other in a refusal. Core's own tests notice when one is missing.
  keyMask(37, "a key in a refusal is masked", unmaskedBody, unmaskedMessage)
]

/** A walk that takes each page for the one that it requested. */
const trusting = ["if (anchor === -1) return this.#search(page)", ""] as const
const unanchored = ["const anchor = isFirst ? 0 : this.#anchorIn(page)", "const anchor = 0"] as const

const changeFails = [
  "    const newRecords = this.#take(",
  "    if (this.#growthIn(page) !== 0) return Effect.fail(new WalkStalled({ offset: page.offset }))\n    const newRecords = this.#take("
] as const

const walks: ReadonlyArray<Breakage> = [
  pages(6, "a total may change", changeFails),
  pages(
    38,
    "a walk advances by what it received, not by what it requested",
    ["end: page.offset + distinct,", "end: page.offset + Math.max(distinct, 50),"],
    trusting,
    unanchored
  ),
  pages(
    38,
    "a walk advances by no more than it received",
    ["end: page.offset + distinct,", "end: page.offset + distinct + 2,"],
    trusting,
    unanchored
  ),
  pages(
    38,
    "a page that overlaps may end early, and the next one begins so much earlier",
    ["Math.min(1 + early, distinct)", "0"],
    trusting,
    unanchored
  ),
  pages(39, "a short page ends nothing", [
    "if (isShort && !state.isTotalRefuted && Option.contains(page.total, this.#found))",
    "if (isShort)"
  ]),
  pages(39, "a total that is too small ends nothing", [
    "if (isShort && !state.isTotalRefuted && Option.contains(page.total, this.#found))",
    "if (Option.contains(page.total, this.#found))"
  ]),
  pages(39, "if no total is reported, a walk goes on to an empty page", [
    "if (isShort && !state.isTotalRefuted && Option.contains(page.total, this.#found))",
    "if (Option.isNone(page.total) || (isShort && !state.isTotalRefuted && Option.contains(page.total, this.#found)))"
  ]),
  pages(40, "three pages without news are a stalled walk", [
    "return Effect.fail(new WalkStalled({ offset: page.offset }))",
    "return this.#finish(newRecords)"
  ]),
  pages(41, "records already seen are dropped", [
    "} else if (this.#seen.add(id)) {",
    "} else if (this.#seen.add(id) || true) {"
  ]),
  pages(41, "a total that falls ends nothing", [
    "if (anchor === -1) return this.#search(page)",
    "if (this.#growthIn(page) < 0) return this.#finish(nothingNew)\n    if (anchor === -1) return this.#search(page)"
  ]),
  pages(43, "records that arrive end no walk", changeFails),
  pages(43, "records that arrivals push down are known", [
    "} else if (this.#seen.add(id)) {",
    "} else if (this.#seen.add(id) || true) {"
  ]),
  broken("walk/walk.ts")(52, "no page is requested before its consumer needs it", [
    "const [newRecords, next] = yield* reader.read(page, request)",
    'const [newRecords, next] = yield* reader.read(page, request)\n      if (next._tag === "Some") yield* readPage(query.withOffset(next.value.offset))'
  ])
]

const stops: ReadonlyArray<Breakage> = [
  broken("client/responseReuse.ts")(53, "a request that nobody waits for any more is cut off", [
    "if (shared.callers === 0) {",
    "if (shared.callers < 0) {"
  ]),
  broken("client/responseReuse.ts")(53, "what was cut off can be asked again", [
    "            forget(key, shared.call)\n            yield* Fiber.interrupt(shared.fiber)",
    "            yield* Fiber.interruptAll([])"
  ]),
  broken("budget/Quota.ts")(53, "what was cut off counts for an hour, and no longer", [
    "Effect.ensuring(restore(use(permit)), settle(gate, permit))",
    "restore(use(permit))"
  ])
]

/** Every rule of the client, broken in core. */
export const coreBreakages: ReadonlyArray<Breakage> = [...answers, ...questions, ...calls, ...walks, ...stops]
