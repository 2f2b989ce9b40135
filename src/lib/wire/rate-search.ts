/* The port for which rule of rate limits a request meets; 0.22 has none. */
export { limitedRequests, RATE_FIELDS, readRateRequest } from './pb23/rate-log.ts';
export { rateTarget } from './pb23/rate-search.ts';
