import { type Breakage, breaking } from "./Breakage.ts"

const broken = (file: string) => breaking(`packages/server/src/${file}`)

const complaintOnWire = broken("complaints/complaintOnWire.ts")
const complaintRoutes = broken("complaints/ComplaintRoutes.ts")
const complaintParameters = broken("complaints/ComplaintParameters.ts")
const noticeOnWire = broken("notices/noticeOnWire.ts")
const noticeRoutes = broken("notices/NoticeRoutes.ts")
const noticeParameters = broken("notices/NoticeParameters.ts")
const noticeCondition = broken("notices/NoticeCondition.ts")
const keywords = broken("notices/keywords.ts")
const profile = broken("Profile.ts")
const service = broken("handleRequest.ts")
const pageWindow = broken("requests/PageWindow.ts")
const parameters = broken("requests/RequestParameters.ts")
const gatewayError = broken("gateway/GatewayError.ts")
const keyGate = broken("gateway/KeyGate.ts")
const quotaGate = broken("gateway/QuotaGate.ts")
const slidingWindow = broken("gateway/SlidingWindow.ts")
const complaintStore = broken("store/ComplaintStore.ts")
const recordQuirks = broken("dataset/recordQuirks.ts")

const envelope: ReadonlyArray<Breakage> = [
  complaintOnWire(1, "complaints have their type", ['type: "dnc_complaint"', 'type: "complaint"']),
  noticeOnWire(1, "notices have their type", ['type: "early_termination_notice"', 'type: "notice"']),
  complaintRoutes(4, "complaints come in data", ["{ data, meta, links }", "{ records: data, meta, links }"]),
  noticeRoutes(4, "notices come with jsonapi", ["{ jsonapi, data,", "{ data,"]),
  profile(5, "the total of complaints has its name", ['"records-total": total,\n  "record-total": total', "total"]),
  profile(5, "the count of notices is a text", ["count: String(thisPage)", "count: thisPage"]),
  profile(5, "the count of notices is a number in the wild", ["count: total", "count: String(total)"]),
  profile(6, "the count of notices is the total in the wild", ["noticeMeta: (_, total) =>", "noticeMeta: (total) =>"]),
  complaintRoutes(7, "the link of a list of complaints is a text", [
    "self: origin + parameters.hrefWithoutKey()",
    "self: { href: origin + parameters.hrefWithoutKey() }"
  ]),
  noticeRoutes(7, "the link of a list of notices is an object", [
    "const self = { href: origin",
    "const self = { to: origin"
  ]),
  profile(7, "links name another host in the wild", ['linkOrigin: "https://www.ftc.gov"', "linkOrigin: undefined"]),
  parameters(7, "links carry no key", ['name.toLowerCase() !== "api_key"', 'name.toLowerCase() !== "key"']),
  complaintRoutes(8, "an empty list is a list", [
    "  return envelope(context, parameters, records, ",
    '  if (records.length === 0) return gatewayError("NOT_FOUND")\n  return envelope(context, parameters, records, '
  ])
]

const records: ReadonlyArray<Breakage> = [
  complaintOnWire(9, "complaints have their documented attributes", ['"consumer-city": complaint', "city: complaint"]),
  complaintOnWire(10, "the robocall member has its name", ['"recorded-message-or-robocall":', "robocall:"]),
  complaintParameters(10, "Y is a robocall, and N is not", [
    'if (value === "true") return Result.succeed("Y")\n  return value === "false"',
    'if (value === "false") return Result.succeed("Y")\n  return value === "true"'
  ]),
  noticeOnWire(12, "notices have their documented attributes", ['"acquired-party": notice', '"acquired": notice']),
  complaintRoutes(51, "a complaint may contain any characters", [
    "JSON.stringify({ data, meta, links })",
    String.raw`JSON.stringify({ data, meta, links }).replaceAll("\\u", "\\x")`
  ]),
  noticeRoutes(51, "a notice may contain any characters", [
    "profile.noticeMeta(records.length, total), links })",
    String.raw`profile.noticeMeta(records.length, total), links }).replaceAll("\\u", "\\x")`
  ])
]

const complaintLists: ReadonlyArray<Breakage> = [
  complaintParameters(15, "created dates filter", ['intervalOf(given, "created_date")', "Result.succeed(undefined)"]),
  complaintParameters(15, "dates of calls filter", [
    'intervalOf(given, "violation_date")',
    "Result.succeed(undefined)"
  ]),
  complaintParameters(15, "area codes filter", [
    "consumerAreaCode: areaCodeOf(given)",
    "consumerAreaCode: Result.succeed(undefined)"
  ]),
  complaintParameters(15, "robocalls filter", [
    "recordedMessageOrRobocall: robocallOf(given)",
    "recordedMessageOrRobocall: Result.succeed(undefined)"
  ]),
  complaintParameters(15, "states filter", ['consumerState: given.get("state")', "consumerState: undefined"]),
  complaintParameters(15, "cities filter", ['consumerCity: given.get("city")', "consumerCity: undefined"]),
  complaintParameters(15, "an order is followed", ["order: orderOf(given)", 'order: Result.succeed("DESC")']),
  complaintParameters(15, "a size is followed", [
    'readPageWindow(given.get("items_per_page")',
    "readPageWindow(undefined"
  ]),
  complaintParameters(15, "an offset is followed", ['given.get("offset"), "items', 'undefined, "items']),
  complaintParameters(15, "unknown parameters are ignored", [
    "  const given = new QueryFilters(parameters)\n",
    '  const given = new QueryFilters(parameters)\n  if (given.has("company_phone_number")) return Result.fail("There is no such parameter.")\n'
  ]),
  complaintParameters(16, "quotation marks may stand around values", ["? value.slice(1, -1).trim() :", "? value :"]),
  complaintParameters(16, "quotation marks may be left out", [
    "value.slice(1, -1).trim() : value",
    "value.slice(1, -1).trim() : undefined"
  ]),
  complaintParameters(17, "a date covers its day from midnight on", ["`${date} 00:00:00`", "`${date} 12:00:00`"]),
  complaintParameters(17, "a range covers its last day to the end", [
    '`${name}_to`, "23:59:59"',
    '`${name}_to`, "00:00:00"'
  ]),
  complaintParameters(18, "half a range is errorCode", [
    "given.has(`${range}_from`) !== given.has(`${range}_to`)",
    "range === undefined"
  ]),
  complaintParameters(18, "a city needs a state", ['filters.includes("city") && !filters.includes("state")', "false"]),
  complaintParameters(18, "a date stands alone", [
    "alone !== undefined && filters.length > 1",
    "alone !== undefined && filters.length > 9"
  ]),
  complaintParameters(18, "one of state, area code and robocall", ["narrowed.length > 1", "narrowed.length > 3"]),
  complaintParameters(18, "a created range may be narrowed", [
    '"violation range"] as const',
    '"violation range", "created range"] as const'
  ]),
  profile(19, "broken rules are errorCode", ["rejectsBrokenRules: true", "rejectsBrokenRules: false"]),
  profile(19, "broken rules are not errorCode in the wild", ["rejectsBrokenRules: false", "rejectsBrokenRules: true"]),
  complaintParameters(19, "a date must exist", [
    "isCivilDate(value)\n    ? Result.succeed(wholeDay",
    "isCivilDate(value) || value.length > 0\n    ? Result.succeed(wholeDay"
  ]),
  pageWindow(20, "50 records where no size is named, and at most", [
    "maxRecordsPerPage = 50",
    "maxRecordsPerPage = 60"
  ]),
  pageWindow(20, "a size is followed", ["limit: Math.min(limit, maxRecordsPerPage)", "limit: maxRecordsPerPage"]),
  pageWindow(20, "a size is one at least", ["limit < 1", "limit < 0"]),
  pageWindow(20, "a size and an offset are whole numbers", ["Number(text) : undefined", "Number(text) : fallback"]),
  complaintStore(21, "ascending is descending reversed", ['start = order === "ASC"', 'start = order === "DESC"']),
  complaintStore(21, "ties are ordered by id", [" || compareText(left.id, right.id)", ""]),
  broken("store/text.ts")(22, "states are found case aside", ["text.toLowerCase()", "text"])
]

const noticeLists: ReadonlyArray<Breakage> = [
  noticeParameters(23, "notices are filtered", [
    "conditions.length === 0 ? Result.succeed(undefined) : noticeFilter(conditions)",
    "conditions.length === 0 ? Result.succeed(undefined) : Result.succeed(undefined)"
  ]),
  noticeCondition(23, "all filters must match", ["tests.every((test)", "tests.some((test)"]),
  noticeCondition(23, "fields must exist", [
    "if (field === undefined) {",
    'if (path === "colour") return Result.succeed(() => true)\n  if (field === undefined) {'
  ]),
  noticeCondition(23, "operators must exist", [
    "if (matches === undefined) return",
    'if (operator === "==") return testOf({ path, operator: "=", values })\n  if (matches === undefined) return'
  ]),
  keywords(24, "every word must occur", [
    'wordsOf(text.replaceAll(quotedPhrase, " "))',
    'wordsOf(text.replaceAll(quotedPhrase, " ")).slice(1)'
  ]),
  keywords(24, "a phrase must occur as it stands", ['foldCase(phrase ?? "")', 'wordsOf(phrase ?? "")[0] ?? ""']),
  noticeCondition(24, "CONTAINS finds any part", [
    "String(key).includes(String(value))",
    "String(key).startsWith(String(value))"
  ]),
  noticeParameters(25, "the direction of a sort is followed", ["direction?.toUpperCase() ?? profile", "profile"]),
  noticeParameters(25, "the field of a sort is followed", ["({ path, order })", '({ path: "created", order })']),
  pageWindow(26, "a page of notices has 50 at most", ["maxRecordsPerPage = 50", "maxRecordsPerPage = 60"]),
  noticeParameters(26, "an offset is followed", ['last.get("page[offset]")', "undefined"]),
  pageWindow(26, "a size is one at least", ["limit < 1", "limit < 0"]),
  noticeCondition(27, "from a day on, the day included", [
    '[">=", (key, value) => compareKeys(key, value) >= 0',
    '[">=", (key, value) => compareKeys(key, value) > 0'
  ]),
  noticeCondition(27, "up to a day, the day included", [
    '["<=", (key, value) => compareKeys(key, value) <= 0',
    '["<=", (key, value) => compareKeys(key, value) < 0'
  ]),
  noticeCondition(27, "between two days, both included", [
    "compareKeys(key, start) >= 0 &&",
    "compareKeys(key, start) > 0 &&"
  ]),
  complaintRoutes(28, "a complaint is found by its id", ["context.store.get(id)", "context.store.get(id.slice(1))"]),
  complaintRoutes(28, "an id that no complaint has is not found", [
    "context.store.get(id)",
    "(context.store.get(id) ?? context.store.newest)"
  ]),
  noticeRoutes(28, "a notice is found by its id", ["context.store.get(id)", "context.store.get(id.slice(1))"]),
  noticeRoutes(28, "an id that no notice has is not found", [
    "context.store.get(id)",
    "(context.store.get(id) ?? context.store.newest)"
  ])
]

const gates: ReadonlyArray<Breakage> = [
  keyGate(29, "a key is needed", ['gatewayError("API_KEY_MISSING")', "undefined"]),
  keyGate(29, "a key must be known", ['undefined : gatewayError("API_KEY_INVALID")', "undefined : undefined"]),
  keyGate(29, "the header counts", [
    'return key === "" ? parameters.first("api_key") : key',
    'return parameters.first("api_key") ?? (key === "" ? undefined : key)'
  ]),
  keyGate(29, "an empty header does not count", [
    'const { "x-api-key": key = "" } = headers\n  return key === "" ?',
    'const { "x-api-key": key } = headers\n  return key === undefined ?'
  ]),
  keyGate(29, "the address may have the key", [
    'return key === "" ? parameters.first("api_key") : key',
    'return key === "" ? undefined : key'
  ]),
  gatewayError(30, "a missing key is 403", ["API_KEY_MISSING: { status: 403", "API_KEY_MISSING: { status: 401"]),
  gatewayError(30, "an unknown key is 403", ["API_KEY_INVALID: { status: 403", "API_KEY_INVALID: { status: 401"]),
  gatewayError(30, "an unknown address is 404", ["NOT_FOUND: { status: 404", "NOT_FOUND: { status: 410"]),
  gatewayError(30, "above the limit is 429", ["    status: 429,", "    status: 503,"]),
  keyGate(30, "plain HTTP is errorCode", [
    'isSecure ? undefined : gatewayError("HTTPS_REQUIRED")',
    "isSecure ? undefined : undefined"
  ]),
  service(30, "an address comes before HTTPS", [
    "  if (route === undefined) return",
    '  if (!request.isSecure) return toServiceResponse(gatewayError("HTTPS_REQUIRED"))\n  if (route === undefined) return'
  ]),
  service(30, "HTTPS comes before keys", [
    "checkHttps(request.isSecure) ?? checkKey(key, state.apiKeys)",
    "checkKey(key, state.apiKeys) ?? checkHttps(request.isSecure)"
  ]),
  service(30, "keys come before limits", [
    "checkHttps(request.isSecure) ?? checkKey",
    'checkHttps(request.isSecure) ?? state.quota?.consume("all", nowMillis).rejection ?? checkKey'
  ]),
  gatewayError(31, "the gateway's errors have a code", ["{ error: { code, message } }", "{ code, message }"]),
  broken("notices/DrupalError.ts")(31, "errors of the notices' back end have a title", [
    "{ title: titles[status],",
    "{ name: titles[status],"
  ]),
  slidingWindow(32, "a key has a limit", ["< this.#limit) return 0", "< 1e9) return 0"]),
  quotaGate(32, "what is left is told", [
    '"X-RateLimit-Remaining": String(remaining)',
    '"X-RateLimit-Left": String(remaining)'
  ]),
  quotaGate(32, "Retry-After is whole seconds", ['"Retry-After": String(seconds)', '"Retry-After": "soon"']),
  slidingWindow(48, "no limit is below what it says", ["< this.#limit) return 0", "< 2) return 0"]),
  quotaGate(48, "Retry-After is that of the limit that is full", ["Math.max(1, Math.ceil(wait / 1000))", "3600"]),
  recordQuirks(49, "a share of the complaints comes twice", [
    "fractionOf(double) < doubles",
    "fractionOf(double) < doubles / 2"
  ]),
  recordQuirks(49, "every complaint has as many ids as there are copies", ["length: copies - 1", "length: copies - 2"]),
  complaintRoutes(49, "old pages are served without a date only", [
    "conditions.created !== undefined || conditions.violation !== undefined",
    "conditions.violation !== undefined"
  ]),
  recordQuirks(49, "a share of the complaints is shifted", [
    "< shifted ? shiftValues(plain)",
    "< shifted / 2 ? shiftValues(plain)"
  ])
]

/** Every rule of the service, broken in the reference server. */
export const serverBreakages: ReadonlyArray<Breakage> = [
  ...envelope,
  ...records,
  ...complaintLists,
  ...noticeLists,
  ...gates
]
