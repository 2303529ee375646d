/** Whether an answer of this status ends with its headers. */
export const isBodiless = (status: number): boolean => status === 204 || status === 205 || status === 304
