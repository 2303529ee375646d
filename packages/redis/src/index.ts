export { RedisGuards, type RedisGuardsOptions } from "./RedisGuards.ts"
