import { defaultSetup, type Outcome, type Scenario, type ScenarioRequest, type ServiceSetup } from "../Scenario.ts"

/** The differences of a setup from `defaultSetup`. */
export type Setup = Partial<ServiceSetup>

/** A scenario whose setup has only the differences from `defaultSetup`. */
export type Draft = Omit<Scenario, "setup"> & { readonly setup?: Setup | undefined }

export const draft = (
  name: string,
  statements: ReadonlyArray<number>,
  request: ScenarioRequest,
  outcome: Outcome,
  setup?: Setup
): Draft => ({ name, statements, request, outcome, setup })

/** Returns the scenario of a draft, with its complete setup. */
export const complete = ({ setup, ...scenario }: Draft): Scenario => ({
  ...scenario,
  setup: { ...defaultSetup, ...setup }
})
