import { signInPath } from '#wire/identities.ts';
import type { Dashboard } from './dashboard.ts';
import type { Measurement } from './scene.ts';
import { Visit } from './visit.ts';

/** Not a valid admin: the visit ends on the sign-in page. */
const CREDENTIALS = { email: 'nobody@example.com', password: 'nobody-nowhere' };

/**
 * Opens the sign-in page with an empty cache. Types and submits as early as the page allows; the page counts as ready
 * when it sends the request.
 */
export const signIn: Measurement = async ({ browser, dashboard }, condition) => {
  const visit = await Visit.start(browser, dashboard);
  await visit.impose(condition);
  await visit.addScript(typeAndSubmit(dashboard));
  const painted = await visit.open(`${dashboard.url}#/login`, dashboard.formPainted);
  const { time, traffic } = await visit.network.untilSent(signInPath());
  await visit.end();
  return { 'sign-in: time': time, 'sign-in: painted': painted, 'sign-in: bytes to use': traffic.bytes };
};

/** A visit of the sign-in page without any input counts what the page fetches on its own. */
export const signInAtRest: Measurement = async ({ browser, dashboard }, condition) => {
  const visit = await Visit.start(browser, dashboard);
  await visit.impose(condition);
  await visit.open(`${dashboard.url}#/login`, dashboard.formPainted);
  await visit.network.rest();
  const { bytes, requests } = visit.network.traffic;
  await visit.end();
  return { 'sign-in: bytes at rest': bytes, 'sign-in: requests': requests };
};

/** In every frame: fills the inputs that lack their text, and presses the button if it is enabled. */
function typeAndSubmit({ loginForm }: Dashboard): string {
  return `{
    const credentials = ${JSON.stringify(CREDENTIALS)};
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const act = () => {
      const form = ${loginForm};
      const inputOf = (type) => form?.querySelector('input:is([type=' + type + '], [inputmode=' + type + '])');
      const inputs = Object.keys(credentials).map((type) => [inputOf(type), credentials[type]]);
      const button = [...(form?.elements ?? [])].find(({ type }) => type === 'submit');
      if (inputs.every(([input]) => input?.checkVisibility())) {
        for (const [input, text] of inputs) {
          if (input.value === text) continue;
          set.call(input, text);
          input.dispatchEvent(new Event('input', { bubbles: true }));
        }
        if (button && !button.disabled) button.click();
      }
      requestAnimationFrame(act);
    };
    requestAnimationFrame(act);
  }`;
}
