/** In the place of what Ink never calls in production. */
export default {}
