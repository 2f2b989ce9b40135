import type { Browser, CDPSession, Page } from 'playwright';
import type { AdminApi } from '#scripts/lib/admin-api.ts';
import type { Condition } from './conditions.ts';
import type { Dashboard } from './dashboard.ts';
import { Network, pause } from './network.ts';

/** A token, and who is signed in with it. */
export type Session = Awaited<ReturnType<AdminApi['session']>>;

const READY_TIMEOUT_MS = 90_000;

/** One visit of a dashboard in a browser window with an empty cache. */
export class Visit {
  readonly page: Page;
  readonly #cdp: CDPSession;
  readonly network = new Network();

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.#cdp = cdp;
  }

  /** Opens a window with an empty page; `session`, if given, is put into the local storage of each page it opens. */
  static async start(browser: Browser, dashboard: Dashboard, session?: Session): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    if (session !== undefined) {
      const { storageKey, accountMember } = dashboard;
      const value = { token: session.token, [accountMember]: session.model };
      const item = JSON.stringify([storageKey, JSON.stringify(value)]);
      await context.addInitScript({ content: `try { localStorage.setItem(...${item}) } catch {}` });
    }
    const page = await context.newPage();
    const visit = new Visit(page, await context.newCDPSession(page));
    await visit.#watch();
    return visit;
  }

  async #watch(): Promise<void> {
    const cdp = this.#cdp;
    await cdp.send('Network.enable');
    const { network } = this;
    cdp.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) =>
      network.requested({ id: requestId, url: request.url, wallTime, isEndless: type === 'EventSource' }),
    );
    cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
      network.received(requestId, encodedDataLength),
    );
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      network.ended(requestId, encodedDataLength),
    );
    cdp.on('Network.loadingFailed', ({ requestId }) => network.ended(requestId));
  }

  /** Ends the watch on the network, which costs as much as a short request itself. */
  async unwatch(): Promise<void> {
    await this.#cdp.send('Network.disable');
  }

  /** From now on, the page has the network and the processor of this condition. */
  async impose({ network, cpuRate }: Condition): Promise<void> {
    if (network) await this.#cdp.send('Network.emulateNetworkConditions', { offline: false, ...network });
    await this.#cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
  }

  /**
   * Opens `url` and waits for the first frame in which the expression `ready` holds.
   * @returns ms since the navigation began.
   */
  async open(url: string, ready: string): Promise<number> {
    const content = `{
      const check = () => {
        let isReady = false;
        try { isReady = Boolean(${ready}); } catch {}
        if (isReady) window.benchReadyAt ??= performance.now();
        else requestAnimationFrame(check);
      };
      requestAnimationFrame(check);
    }`;
    await this.addScript(content);
    await this.page.goto(url, { waitUntil: 'commit', timeout: READY_TIMEOUT_MS });
    const deadline = Date.now() + READY_TIMEOUT_MS;
    for (;;) {
      // Not Playwright's waitForFunction, which starts a large script of its own in the page that is measured.
      const readyAt = await this.evaluate('window.benchReadyAt');
      if (typeof readyAt === 'number') return readyAt;
      if (Date.now() > deadline) throw new Error(`The page never reached the expected state: ${ready}`);
      await pause();
    }
  }

  /** Leaves the dashboard; the window keeps its cache and its storage. */
  async leave(): Promise<void> {
    await this.page.goto('about:blank');
  }

  /** Runs a script in every document of the page, before the document's own scripts. */
  async addScript(content: string): Promise<void> {
    await this.page.addInitScript({ content });
  }

  /** Value of a JavaScript expression in the page; promises are awaited. The page's CSP does not apply to it. */
  async evaluate(expression: string): Promise<unknown> {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#cdp.send('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /**
   * Clicks and waits for the frame in which `done` holds.
   * @returns ms from the click until that frame was handed over for painting.
   */
  async clickUntil(selector: string, done: string): Promise<number> {
    return this.pressUntil(`document.querySelector(${JSON.stringify(selector)})`, done);
  }

  /** Like {@link clickUntil}, for an element given as a JavaScript expression. */
  async pressUntil(element: string, done: string): Promise<number> {
    const [time = Number.NaN] = await this.pressThrough(element, [done]);
    return time;
  }

  /**
   * Like {@link pressUntil}, for several states that the page reaches one after the other, or at once. They are
   * expressions, and may compare with `pressedAt`, the time of the click in ms. `window.benchReachedAt` has the times
   * of the states on the page's clock.
   * @returns for each state, ms from the click until its frame was handed over for painting.
   */
  async pressThrough(element: string, states: string[]): Promise<number[]> {
    const expression = `(async () => {
      const target = ${element};
      if (!target) throw new Error(${JSON.stringify(`Nothing to click: ${element}`)});
      const limit = performance.now() + ${READY_TIMEOUT_MS};
      const nextFrame = () => new Promise(requestAnimationFrame);
      const reached = window.benchReachedAt = [];
      const pressedAt = performance.now();
      const states = [${states.map((state) => `() => ${state}`).join()}];
      target.click();
      await nextFrame();
      while (reached.length < states.length) {
        const count = states.slice(reached.length).findIndex((isReached) => !isReached());
        // The next frame begins only after this one has been laid out and painted.
        await nextFrame();
        const now = performance.now();
        if (now > limit) throw new Error('The page never reached the expected state.');
        const newly = count === -1 ? states.length - reached.length : count;
        for (let index = 0; index < newly; index++) reached.push(now);
      }
      return reached.map((time) => time - pressedAt);
    })()`;
    return (await this.evaluate(expression)) as number[];
  }

  /**
   * Drags one element of the list `handles` (an expression) onto another, slowly enough for the page to follow,
   * and waits until `done` holds.
   */
  async drag(handles: string, from: number, to: number, done: string): Promise<void> {
    const { mouse } = this.page;
    const [startX, startY] = await this.#centre(`(${handles})[${from}]`);
    const [endX, endY] = await this.#centre(`(${handles})[${to}]`);
    await mouse.move(startX, startY);
    await mouse.down();
    await mouse.move(startX, startY + Math.sign(endY - startY) * 15, { steps: 3 });
    await mouse.move(endX, endY + Math.sign(endY - startY) * 4, { steps: 20 });
    await mouse.up();
    await this.until(done, 'The dragged element did not arrive.');
  }

  /** Clicks with the mouse on the middle of an element, given as an expression, and waits until `done` holds. */
  async point(element: string, done: string): Promise<void> {
    await this.evaluate(`(${element}).scrollIntoView({ block: 'center' })`);
    await this.page.mouse.click(...(await this.#centre(element)));
    await this.until(done, 'A click did not bring what it should.');
  }

  async #centre(element: string): Promise<[x: number, y: number]> {
    return (await this.evaluate(`(() => {
      const { x, y, width, height } = (${element}).getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    })()`)) as [number, number];
  }

  /**
   * Waits until the expression `done` holds; looks from outside, so that the page draws no frames for it.
   * @throws Error with the text `failure` after a while.
   */
  async until(done: string, failure: string): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await this.evaluate(`Boolean(${done})`))) {
      if (Date.now() > deadline) throw new Error(failure);
      await pause();
    }
  }

  /** JavaScript heap in bytes after a garbage collection. */
  async heapBytes(): Promise<number> {
    await this.#cdp.send('HeapProfiler.enable');
    await this.#cdp.send('HeapProfiler.collectGarbage');
    await this.#cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#cdp.send('Runtime.getHeapUsage');
    return usedSize;
  }

  async end(): Promise<void> {
    await this.page.context().close();
  }
}
