/** A connection of the package `redis`, which must be open, or of `ioredis`. */
export type RedisConnection =
  | { sendCommand(command: Array<string>): Promise<unknown> }
  | { call(command: string, ...args: Array<string>): Promise<unknown> }
