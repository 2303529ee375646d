import { PublicRecords, type PublicRecordsOptions } from "@public-records/core"
import { Effect, Layer } from "effect"
import { type HttpClient } from "effect/http"
import { type CommandFailure, failureOf } from "../CommandFailure.ts"

/** The client as commands use it: options that core refuses are a failure of the command. */
export const recordsLayer = (
  options: PublicRecordsOptions
): Layer.Layer<PublicRecords, CommandFailure, HttpClient.HttpClient> =>
  PublicRecords.layer(options).pipe(Layer.catch((error) => Layer.effect(PublicRecords, Effect.fail(failureOf(error)))))
