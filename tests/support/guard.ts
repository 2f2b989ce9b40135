import type { BrowserContext } from '@playwright/test';

/**
 * Watches a browser context and collects what should never happen: console errors, uncaught errors, violations of
 * the content security policy, failed requests and answers of 400 and above.
 */
export class ProblemGuard {
  readonly #problems: string[] = [];
  readonly #allowed: RegExp[] = [];

  /**
   * Declares problems the test provokes on purpose. A problem reads like one of these:
   * `response 400 POST http://127.0.0.1:1/api/admins`, `request failed GET http://... net::ERR_CONNECTION_REFUSED`,
   * `console error: text`, `page error: text`, `csp: script-src-elem inline`.
   */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** The problems seen so far which nobody declared. */
  unexpected(): string[] {
    return this.#problems.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)));
  }

  /** Starts watching every page of `context`, pages opened later included. */
  async watch(context: BrowserContext): Promise<void> {
    const add = (problem: string): void => {
      this.#problems.push(problem);
    };
    await context.exposeBinding('atollTestCspViolation', (_source, violation: unknown) =>
      add(`csp: ${violation}`),
    );
    await context.addInitScript(reportCspViolations);
    context.on('console', (message) => {
      // The browser's own line about a failed request says less than the request's events below.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      add(`console error: ${message.text()}`);
    });
    context.on('weberror', (error) => add(`page error: ${error.error().stack ?? error.error().message}`));
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

function reportCspViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    const report: unknown = Reflect.get(window, 'atollTestCspViolation');
    if (typeof report === 'function')
      report(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`);
  });
}
