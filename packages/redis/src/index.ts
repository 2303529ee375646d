export { RedisGuards, type RedisGuardsOptions } from "@public-records/core/guards"
