/* Which rule of rate limits a request meets, and which requests a list of rules would refuse. */
import type { Audience, RateRule } from '#domain/backend/settings.ts';

export type RateCaller = 'guest' | 'user' | 'administrator';

/** What a backend looks for when it gets a request. */
export interface RateTarget {
  /** In the order in which rules with them are looked for. */
  readonly labels: readonly string[];
  /** What is counted together, whatever rule is met; undefined: all that meets the same rule. */
  readonly counter: string | undefined;
}

export interface RateRequest {
  readonly method: string;
  /** As it was sent, without a query. */
  readonly path: string;
  readonly caller: RateCaller;
  /** When it came, in ms since 1970. */
  readonly time: number;
  /** Of the client; '' if it is not known. */
  readonly address: string;
}

const OTHERS: Readonly<Record<RateCaller, Audience | undefined>> = {
  guest: 'users',
  user: 'guests',
  administrator: undefined,
};

/** The place of the rule that a request meets, and the place of the label by which it is found; undefined for none. */
export function metRule(
  rules: readonly RateRule[],
  labels: readonly string[],
  caller: RateCaller,
): { readonly rule: number; readonly label: number } | undefined {
  if (caller === 'administrator') return undefined;
  const isFor = ({ audience }: RateRule) => audience !== OTHERS[caller];
  for (const [label, text] of labels.entries()) {
    const exact = rules.findIndex((rule) => rule.label === text && isFor(rule));
    if (exact >= 0) return { rule: exact, label };
    // Of rules that end with a slash the first in the list, not the longest.
    const prefix = rules.findIndex(
      (rule) => rule.label.endsWith('/') && `${text}/`.startsWith(rule.label) && isFor(rule),
    );
    if (prefix >= 0) return { rule: prefix, label };
  }
  return undefined;
}

/** The most frequent first. */
export type Frequent = readonly (readonly [name: string, count: number])[];

export interface RuleForecast {
  /** Requests that meet it. */
  readonly met: number;
  readonly refused: number;
  /** Of the refused ones. */
  readonly addresses: Frequent;
  readonly paths: Frequent;
}

export interface Forecast {
  /** In the order of the rules. */
  readonly rules: readonly RuleForecast[];
  /** Requests of guests and users that no rule limits. */
  readonly free: number;
  /** Requests of administrators and of exempt addresses. */
  readonly exempt: number;
  /** Requests that meet a rule, but without an address by which they could be counted. */
  readonly unknown: number;
}

export interface ForecastOptions {
  /** Undefined for a request that is not counted. */
  readonly target: (method: string, path: string) => RateTarget | undefined;
  readonly isExempt: (address: string) => boolean;
  /** Whether a time begins with the first request, or anew with each one that is let through. */
  readonly countsFrom: 'first' | 'last';
}

const MOST = 5;

const frequent = (names: readonly string[]): Frequent =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, all]) => [name, all.length] as const)
    .sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
    .slice(0, MOST);

/** Whether a request is let through, counted as the backend does, in whole seconds. */
function createCounters(countsFrom: ForecastOptions['countsFrom']) {
  const limits = new Map<string, RateRule>();
  const clients = new Map<string, { left: number; since: number }>();
  return (counter: string, rule: RateRule, { address, time }: RateRequest): boolean => {
    // Several rules may share a counter: the first one that is met decides for all.
    const { requests = Number.POSITIVE_INFINITY, seconds = 0 } = limits.get(counter) ?? rule;
    if (!limits.has(counter)) limits.set(counter, rule);
    const now = Math.floor(time / 1000);
    const key = `${address} ${counter}`;
    const client = clients.get(key) ?? { left: requests, since: now };
    clients.set(key, client);
    if (now - client.since >= seconds) Object.assign(client, { left: requests, since: now });
    if (client.left <= 0) return false;
    client.left--;
    if (countsFrom === 'last') client.since = now;
    return true;
  };
}

/** What the rules would do with these requests, in any order. */
export function forecastRates(
  rules: readonly RateRule[],
  requests: readonly RateRequest[],
  { target, isExempt, countsFrom }: ForecastOptions,
): Forecast {
  const found = rules.map(() => ({ met: 0, refused: [] as RateRequest[] }));
  const count = { free: 0, exempt: 0, unknown: 0 };
  const isLet = createCounters(countsFrom);
  const known = new Map<string, { rule: number; counter: string } | undefined>();
  const meet = ({ method, path, caller }: RateRequest) => {
    const key = `${caller} ${method} ${path}`;
    if (known.has(key)) return known.get(key);
    const sought = target(method, path);
    const met = sought && metRule(rules, sought.labels, caller);
    const { label, audience } = rules[met?.rule ?? -1] ?? {};
    const result = met && { rule: met.rule, counter: `${sought.counter ?? `@${label}`} ${audience}` };
    known.set(key, result);
    return result;
  };
  for (const request of requests.toSorted((one, other) => one.time - other.time)) {
    const met = meet(request);
    const [rule, outcome] = met ? [rules[met.rule], found[met.rule]] : [];
    if (request.caller === 'administrator' || isExempt(request.address)) count.exempt++;
    else if (!met || !rule || !outcome) count.free++;
    else {
      outcome.met++;
      if (!request.address) count.unknown++;
      else if (!isLet(met.counter, rule, request)) outcome.refused.push(request);
    }
  }
  const outcomes = found.map(({ met, refused }) => ({
    met,
    refused: refused.length,
    addresses: frequent(refused.map(({ address }) => address)),
    paths: frequent(refused.map(({ method, path }) => `${method} ${path}`)),
  }));
  return { rules: outcomes, ...count };
}
