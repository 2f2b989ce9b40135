import { type BrowserContext, expect, type TestInfo } from '@playwright/test';

import { requestUrl } from '#domain/backend/request.ts';
import { proofRequest } from '#wire/guests.ts';
import { longList } from './list-limit.ts';

/** A whole message, or a pattern from `^` to `$`. */
export type ProblemPattern = string | RegExp;

interface Problem {
  message: string;
  /** The list has lost its live connection. */
  isLive?: boolean;
  /** Details that differ between machines: the stack of an error. */
  detail?: string | undefined;
}

/** Removes the origin, because tests run on random ports. */
const OWN_ORIGIN = /http:\/\/(?:127\.0\.0\.1|localhost):\d{4,5}(?=\/)/g;

/** Whether a request is that of the live list for its connection, or for records and collections it has missed. */
function isOfLive(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return pathname.endsWith('/api/realtime') || /^(id,)?updated$/.test(searchParams.get('fields') ?? '');
}

const PROOF = requestUrl(proofRequest);

/** What the page asks a backend that is not there beside the rest: whether it is there, and whose session it is. */
const ASKED = new RegExp(
  `^(?:response 50[234]|request failed) GET (?:/api/health|${PROOF.replace('?', '\\?')})(?: net::ERR_\\w+)?$`,
);

/**
 * Watches a browser context and collects problems: console errors and warnings, uncaught errors, violations of the
 * content security policy, failed requests, responses with a status of 400 or above, and lists whose query a newer
 * PocketBase refuses.
 */
export class ProblemGuard {
  readonly #problems: Problem[] = [];
  readonly #allowed: ProblemPattern[] = [];
  #allowsLostLive = false;

  /**
   * Declares problems that the test provokes on purpose; each must happen. Addresses of this machine have no origin.
   * Examples: `response 400 POST /api/backups`, `list of 2049 bytes GET /api/collections/ID/records`, `request failed
   * GET /x net::ERR_FAILED`, `console error: text`, `console warning: text`, `page error: TypeError: text`, `csp:
   * script-src-elem inline `.
   * @throws Error on a pattern that could match a part of a message.
   */
  allow(...patterns: ProblemPattern[]): void {
    for (const pattern of patterns) {
      if (pattern instanceof RegExp && !isAnchored(pattern))
        throw new Error(`${pattern} must match a whole message: begin it with ^ and end it with $.`);
    }
    this.#allowed.push(...patterns);
  }

  /**
   * Declares that the live list may lose its connection: the test stops the backend, or the connection to it. When the
   * list notices is chance, and it tries again by itself. So is whether the page asks for the backend's health
   * meanwhile.
   */
  allowLostLive(): void {
    this.#allowsLostLive = true;
  }

  /** The undeclared problems so far. */
  unexpected(): string[] {
    const isDeclared = ({ message }: Problem) => this.#allowed.some((pattern) => fits(pattern, message));
    // After a declared failure the page asks whether the backend is there; the backups ask every few seconds.
    const isAsked = this.#allowsLostLive || this.#problems.some(isDeclared);
    return this.#problems
      .filter(({ isLive }) => !(isLive && this.#allowsLostLive))
      .filter(({ message }) => !(isAsked && ASKED.test(message)))
      .filter((problem) => !isDeclared(problem))
      .map(({ message, detail }) => (detail ? `${message}\n${detail}` : message));
  }

  /** The declared problems that have not happened so far. */
  missing(): string[] {
    return this.#allowed
      .filter((pattern) => !this.#problems.some(({ message }) => fits(pattern, message)))
      .map(String);
  }

  /** Fails the test on each undeclared problem, and on each declared one that did not happen. */
  judge({ status, expectedStatus }: Pick<TestInfo, 'status' | 'expectedStatus'>): void {
    expect(this.unexpected(), 'problems in the browser that the test did not declare').toEqual([]);
    // A test that ended early may not have provoked all of them.
    if (status === expectedStatus)
      expect(this.missing(), 'problems that the test declared and that never happened').toEqual([]);
  }

  /** Records a problem; `detail` is printed with it, but patterns do not match it. */
  note(text: string, detail?: string, isLive = false): void {
    this.#problems.push({ message: text.replaceAll(OWN_ORIGIN, ''), detail, isLive });
  }

  /** Starts watching every page of `context`, including pages that open later. */
  async watch(context: BrowserContext): Promise<void> {
    const add = (text: string, detail?: string): void => this.note(text, detail);
    await context.exposeBinding('atollTestCspViolation', (_source, violation: unknown) =>
      add(`csp: ${violation}`),
    );
    await context.addInitScript(reportCspViolations);
    context.on('console', (message) => {
      const type = message.type();
      if (type !== 'error' && type !== 'warning') return;
      // The events of the request below contain more than the browser's message about a failed request.
      if (message.text().startsWith('Failed to load resource')) return;
      const [text = '', ...frames] = message.text().split(/\n(?= +at )/);
      add(`console ${type}: ${text}`, frames.join('\n'));
    });
    context.on('weberror', (event) => {
      const { name, message, stack } = event.error();
      add(`page error: ${name}: ${message}`, stack);
    });
    context.on('request', (request) => {
      const problem = longList(request.method(), request.url());
      if (problem) add(problem);
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'unknown';
      const isLive = isOfLive(request.url());
      // Atoll and navigations cancel requests that are no longer needed, but nothing that changes data. The test of the
      // S3 storage changes none: the page sends it by itself, and whoever leaves the page cancels it.
      const isTest = request.url().endsWith('/api/settings/test/s3');
      const isNeeded = request.method() !== 'GET' && !isLive && !isTest;
      if (reason === 'net::ERR_ABORTED' && !isNeeded) return;
      this.note(`request failed ${request.method()} ${request.url()} ${reason}`, undefined, isLive);
    });
    context.on('response', (response) => {
      const status = response.status();
      const isLive = isOfLive(response.url());
      // The page may leave, and close its live connection, while it sends what to follow.
      if (status < 400 || (isLive && status === 404)) return;
      const isLost = isLive && status === 502;
      this.note(`response ${status} ${response.request().method()} ${response.url()}`, undefined, isLost);
    });
  }
}

/** Whether a pattern matches only whole messages; `^a|b$` and `^.*a$` would match parts. */
function isAnchored({ source, flags }: RegExp): boolean {
  if (/^\^\(*\.[*+]/.test(source)) return false;
  // Removes escaped characters and classes first, then groups from the inside out.
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
