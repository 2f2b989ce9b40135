import { type BrowserContext, expect, type TestInfo } from '@playwright/test';

/** A whole message, or a pattern from `^` to `$`. */
export type ProblemPattern = string | RegExp;

interface Problem {
  message: string;
  /** What helps to find it but is different on every machine: the stack of an error. */
  detail?: string | undefined;
}

/** Tests run on ports that the system picks. */
const OWN_ORIGIN = /http:\/\/(?:127\.0\.0\.1|localhost):\d{4,5}(?=\/)/g;

/**
 * Watches a browser context and collects what should never happen: console errors and warnings, uncaught errors,
 * violations of the content security policy, failed requests and answers of 400 and above.
 */
export class ProblemGuard {
  readonly #problems: Problem[] = [];
  readonly #allowed: ProblemPattern[] = [];

  /**
   * Declares problems the test provokes on purpose; each must happen. A problem reads like one of these, servers of
   * this machine without their origin: `response 400 POST /api/admins`, `request failed GET /x net::ERR_FAILED`,
   * `console error: text`, `console warning: text`, `page error: TypeError: text`, `csp: script-src-elem inline `.
   * @throws Error on a pattern that would also fit a part of a message.
   */
  allow(...patterns: ProblemPattern[]): void {
    for (const pattern of patterns) {
      if (pattern instanceof RegExp && !isAnchored(pattern))
        throw new Error(`${pattern} must fit a whole message: begin it with ^ and end it with $.`);
    }
    this.#allowed.push(...patterns);
  }

  /** The problems seen so far which nobody declared. */
  unexpected(): string[] {
    return this.#problems
      .filter(({ message }) => !this.#allowed.some((pattern) => fits(pattern, message)))
      .map(({ message, detail }) => (detail ? `${message}\n${detail}` : message));
  }

  /** What was declared and has not happened so far. */
  missing(): string[] {
    return this.#allowed
      .filter((pattern) => !this.#problems.some(({ message }) => fits(pattern, message)))
      .map(String);
  }

  /** Fails the test on each problem that was not declared, and on each declared one that did not happen. */
  judge({ status, expectedStatus }: Pick<TestInfo, 'status' | 'expectedStatus'>): void {
    expect(this.unexpected(), 'problems in the browser that the test did not declare').toEqual([]);
    // A test that ended early has not come to all of them.
    if (status === expectedStatus)
      expect(this.missing(), 'problems that the test declared and that never happened').toEqual([]);
  }

  /** Takes a problem down; `detail` is shown with it, but no pattern must fit it. */
  note(text: string, detail?: string): void {
    this.#problems.push({ message: text.replaceAll(OWN_ORIGIN, ''), detail });
  }

  /** Starts watching every page of `context`, pages opened later included. */
  async watch(context: BrowserContext): Promise<void> {
    const add = (text: string, detail?: string): void => this.note(text, detail);
    await context.exposeBinding('atollTestCspViolation', (_source, violation: unknown) =>
      add(`csp: ${violation}`),
    );
    await context.addInitScript(reportCspViolations);
    context.on('console', (message) => {
      const type = message.type();
      if (type !== 'error' && type !== 'warning') return;
      // The browser's own line about a failed request says less than the request's events below.
      if (message.text().startsWith('Failed to load resource')) return;
      const [text = '', ...frames] = message.text().split(/\n(?= +at )/);
      add(`console ${type}: ${text}`, frames.join('\n'));
    });
    context.on('weberror', (event) => {
      const { name, message, stack } = event.error();
      add(`page error: ${name}: ${message}`, stack);
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'unknown';
      // Atoll cancels requests nobody waits for any more; so does a navigation.
      if (reason === 'net::ERR_ABORTED') return;
      add(`request failed ${request.method()} ${request.url()} ${reason}`);
    });
    context.on('response', (response) => {
      if (response.status() < 400) return;
      add(`response ${response.status()} ${response.request().method()} ${response.url()}`);
    });
  }
}

/** Whether a pattern fits from the first character of a message to the last; `^a|b$` would fit parts. */
function isAnchored({ source, flags }: RegExp): boolean {
  // Escaped characters and classes hide what is in them; groups are removed from the inside out.
  let rest = source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\([^()]*\)/g, '');
  }
  return rest.startsWith('^') && rest.endsWith('$') && !rest.includes('|') && !flags.includes('m');
}

function fits(pattern: ProblemPattern, message: string): boolean {
  return typeof pattern === 'string' ? pattern === message : pattern.test(message);
}

function reportCspViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    const report: unknown = Reflect.get(window, 'atollTestCspViolation');
    if (typeof report === 'function')
      report(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`);
  });
}
