/* The port for rate limits, which 0.22 does not have. */
export { isRateLabel, rateActions, ratePaths } from './pb23/rate-labels.ts';
