import { Option } from "effect"
import { Atom } from "effect/reactivity"

/** Creates an atom whose value is provided by the program that runs the terminal UI. */
export const provided = <A>(what: string): Atom.Writable<A> =>
  Atom.keepAlive(
    Atom.writable(
      (get) => Option.getOrThrowWith(get.self<A>(), () => new Error(`The program has not provided ${what}.`)),
      (context, value: A) => context.setSelf(value)
    )
  )
