/** Whether a response with this status has no body. */
export const isBodiless = (status: number): boolean => status === 204 || status === 205 || status === 304
