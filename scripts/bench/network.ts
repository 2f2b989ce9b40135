/** No news for so long: what was asked of the page has been fetched. */
const QUIET_MS = 1500;
/** No news for so long: nothing is fetched ahead any more either, which pages do after a pause. */
const REST_MS = 8000;
/** Of a worker's script only the beginning is reported: a request without news for so long is over. */
const STALLED_MS = 5000;
const LIMIT_MS = 90_000;
const POLL_MS = 100;

/** What the network had to carry. */
export interface Traffic {
  /** Over the wire: headers and compressed bodies. */
  bytes: number;
  requests: number;
}

/** What a browser tells of a request when it leaves. */
export interface Sent {
  id: string;
  url: string;
  /** Seconds since 1970. */
  wallTime: number;
  /** A stream of events never ends, and none waits for it. */
  isEndless: boolean;
}

/** Counts what a page fetches, by the events of its browser. */
export class Network {
  readonly #traffic: Traffic = { bytes: 0, requests: 0 };
  readonly #sent: (Sent & { traffic: Traffic })[] = [];
  readonly #underWay = new Map<string, { url: string; bytes: number }>();
  #lastChange = Date.now();

  requested(sent: Sent): void {
    if (sent.url.startsWith('data:')) return;
    this.#sent.push({ ...sent, traffic: this.traffic });
    this.#traffic.requests += 1;
    this.#lastChange = Date.now();
    if (!sent.isEndless) this.#underWay.set(sent.id, { url: sent.url, bytes: 0 });
  }

  /** A part of an answer has come. */
  received(id: string, bytes: number): void {
    const request = this.#underWay.get(id);
    if (request) request.bytes += bytes;
    this.#lastChange = Date.now();
  }

  /** @param bytes of the whole answer; when it failed or was cancelled, what came of it counts. */
  ended(id: string, bytes = this.#underWay.get(id)?.bytes ?? 0): void {
    this.#traffic.bytes += bytes;
    this.#underWay.delete(id);
    this.#lastChange = Date.now();
  }

  /** Addresses of all requests so far. */
  get urls(): string[] {
    return this.#sent.map(({ url }) => url);
  }

  /** What has been carried so far, the parts of unfinished answers included. */
  get traffic(): Traffic {
    const { bytes, requests } = this.#traffic;
    const unfinished = [...this.#underWay.values()].reduce((sum, request) => sum + request.bytes, 0);
    return { bytes: bytes + unfinished, requests };
  }

  /**
   * Waits until the page sends a request whose address ends with `path`.
   * @returns ms since it asked for its first document, and what had been carried by then.
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

  /** Waits until the page has fetched what was asked of it; it may still fetch something ahead. */
  quiet(): Promise<void> {
    return this.#untilQuietFor(QUIET_MS);
  }

  /** Waits until the page fetches nothing more by itself, nothing ahead either. */
  rest(): Promise<void> {
    return this.#untilQuietFor(REST_MS);
  }

  async #untilQuietFor(ms: number): Promise<void> {
    const deadline = Date.now() + LIMIT_MS;
    const needed = (): number => (this.#underWay.size > 0 ? Math.max(STALLED_MS, ms) : ms);
    while (Date.now() - this.#lastChange < needed()) {
      if (Date.now() > deadline) {
        const urls = [...this.#underWay.values()].map(({ url }) => url);
        throw new Error(`The page never stopped fetching: ${urls.join()}`);
      }
      await pause();
    }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
