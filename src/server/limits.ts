/** Time limits of a connection, in ms. */
export const LIMITS = {
  /** For the headers of a request. Bodies have no limit, because uploads can be large. */
  headersTimeout: 60_000,
  requestTimeout: 0,
  /** For the next request. Longer than the 60 s of most proxies, so that the proxy closes the connection first. */
  keepAliveTimeout: 65_000,
  /** How often Node checks the first limit; its default is 30 s. */
  connectionsCheckingInterval: 1_000,
};

/** In bytes, as the backend's: a search repeats its text for every field, far beyond Node's default of 16 KiB. */
export const MAX_HEADER = 1024 * 1024;

/** A request with as many headers is refused: servers on the way may drop further ones, such as its length. */
export const MAX_HEADERS = 1000;
