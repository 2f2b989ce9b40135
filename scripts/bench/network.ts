/** After this time without traffic, the page has fetched what it needs. */
const QUIET_MS = 1500;
/** After this time without traffic, the page has also finished prefetching, which pages start after a pause. */
const REST_MS = 8000;
/** The browser never reports the end of a worker's script: a request without traffic for this time is over. */
const STALLED_MS = 5000;
const LIMIT_MS = 90_000;
const POLL_MS = 100;
/** Requested by the page of the backups every few seconds, forever: only the first request counts. */
const REPEATED = '/api/health';

/** Traffic over the network. */
export interface Traffic {
  /** Transferred size: headers and compressed bodies. */
  bytes: number;
  requests: number;
}

/** What a browser reports when it sends a request. */
export interface Sent {
  id: string;
  url: string;
  /** Seconds since 1970. */
  wallTime: number;
  /** A stream of events, which never ends: nothing waits for it. */
  isEndless: boolean;
}

/** Counts what a page fetches, from the browser's events. */
export class Network {
  readonly #sent: (Sent & { traffic: Traffic; bytes: number })[] = [];
  readonly #underWay = new Map<string, { readonly url: string; bytes: number }>();
  readonly #stalled = new Set<string>();
  #lastChange = Date.now();

  requested(sent: Sent): void {
    if (sent.url.startsWith('data:')) return;
    if (sent.url.endsWith(REPEATED) && this.urls.includes(sent.url)) return;
    const request = { ...sent, traffic: this.traffic, bytes: 0 };
    this.#sent.push(request);
    this.#lastChange = Date.now();
    if (!sent.isEndless) this.#underWay.set(sent.id, request);
  }

  /** Counts a received part of a response. */
  received(id: string, bytes: number): void {
    const request = this.#underWay.get(id);
    if (!request) return;
    request.bytes += bytes;
    this.#lastChange = Date.now();
  }

  /** @param bytes size of the whole response; if it failed or was cancelled, the size of the received part. */
  ended(id: string, bytes?: number): void {
    const request = this.#underWay.get(id);
    if (!request) return;
    if (bytes !== undefined) request.bytes = bytes;
    this.#underWay.delete(id);
    this.#lastChange = Date.now();
  }

  /** Addresses of all requests so far. */
  get urls(): string[] {
    return this.#sent.map(({ url }) => url);
  }

  /** Traffic so far, including the received parts of unfinished responses. */
  get traffic(): Traffic {
    return this.sentSoFar()();
  }

  /**
   * The traffic of the requests that the page has sent by now. The result counts their responses in full, once they
   * have arrived: a page that is in use before its font arrives still needs the font.
   */
  sentSoFar(): () => Traffic {
    const sent = [...this.#sent];
    return () => ({ bytes: sent.reduce((sum, { bytes }) => sum + bytes, 0), requests: sent.length });
  }

  /**
   * Waits until the page sends a request whose address ends with `path`.
   * @returns ms since it requested its first document, and the traffic up to that moment.
   */
  async untilSent(path: string): Promise<{ time: number; traffic: Traffic }> {
    const deadline = Date.now() + LIMIT_MS;
    for (;;) {
      const [first] = this.#sent;
      const found = this.#sent.find(({ url }) => url.endsWith(path));
      if (first && found) return { time: (found.wallTime - first.wallTime) * 1000, traffic: found.traffic };
      if (Date.now() > deadline) throw new Error(`The page never sent ${path}.`);
      await pause();
    }
  }

  /** Waits until the page has fetched what it needs; it may still prefetch. */
  quiet(): Promise<void> {
    return this.#untilQuietFor(QUIET_MS);
  }

  /** Waits until the page fetches nothing more on its own, including prefetching. */
  rest(): Promise<void> {
    return this.#untilQuietFor(REST_MS);
  }

  async #untilQuietFor(ms: number): Promise<void> {
    const deadline = Date.now() + LIMIT_MS;
    const needed = (): number =>
      [...this.#underWay.keys()].some((id) => !this.#stalled.has(id)) ? Math.max(STALLED_MS, ms) : ms;
    while (Date.now() - this.#lastChange < needed()) {
      if (Date.now() > deadline) {
        const urls = [...this.#underWay.values()].map(({ url }) => url);
        throw new Error(`The page never stopped fetching: ${urls.join()}`);
      }
      await pause();
    }
    // What has no end by now is over: the next wait need not find that out again. Its bytes still count.
    for (const id of this.#underWay.keys()) this.#stalled.add(id);
  }
}

/** Waits until the next look at a condition. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
