import { Effect, type Scope } from "effect"
import { type CommandFailure } from "../CommandFailure.ts"
import { type SourceFlags } from "../flags.ts"
import { type Host } from "../Host.ts"
import { settingSources } from "../settings/configurationFile.ts"
import { namedLocal, samplePlace } from "./namedSource.ts"
import { openLocal, type OnWaiting } from "./openLocal.ts"
import { openService, type ServiceOptions } from "./openService.ts"
import { type Source } from "./Source.ts"
import { keySettingOf, readSettings } from "../settings/userSettings.ts"

export interface SourceOptions extends ServiceOptions {
  /** Opens the sample if there is no key. @default false */
  readonly samplesWithoutKey?: boolean
  readonly onWaiting?: OnWaiting
}

/** Opens the source that the flags name, until the scope closes: local records, or the service. Settings that are invalid are refused first. */
export const openSource = Effect.fnUntraced(function* (
  flags: SourceFlags & { readonly quiet?: boolean },
  options: SourceOptions = {}
): Effect.fn.Return<Source, CommandFailure, Host | Scope.Scope> {
  const place = yield* namedLocal(flags)
  const local = { onWaiting: options.onWaiting, quiet: flags.quiet }
  const settings = yield* readSettings(yield* settingSources(flags))
  if (place !== undefined) return yield* openLocal(place, local)
  const isSampled = options.samplesWithoutKey === true && keySettingOf(settings) === undefined
  return yield* isSampled
    ? Effect.flatMap(samplePlace("no key"), (sample) => openLocal(sample, local))
    : openService(flags, options)
})
