import type { Browser } from 'playwright';
import type { Dashboard } from './dashboard.ts';
import { bytesOf, type Figures } from './figures.ts';
import { Visit } from './visit.ts';

/** The request that signs an admin in. */
const SENT = '/api/admins/auth-with-password';
/** Not a valid admin: the visit ends on the sign-in page. */
const CREDENTIALS = { email: 'nobody@example.com', password: 'nobody-nowhere' };

/**
 * Opens the sign-in page with an empty cache, on the slow network and processor. Types and submits as early as the
 * page allows; the page counts as ready when it sends the request. A second visit without any input counts what the
 * page fetches on its own.
 */
export async function signIn(browser: Browser, dashboard: Dashboard): Promise<Figures> {
  const url = `${dashboard.url}#/login`;
  const visit = await Visit.start(browser, dashboard);
  await visit.slowDown();
  await visit.addScript(typeAndSubmit(dashboard));
  const painted = await visit.open(url, dashboard.formPainted);
  const { time, traffic: toUse } = await visit.network.untilSent(SENT);
  await visit.end();

  const untouched = await Visit.start(browser, dashboard);
  await untouched.slowDown();
  await untouched.open(url, dashboard.formPainted);
  await untouched.network.rest();
  const atRest = untouched.network.traffic;
  await untouched.end();
  return {
    'sign-in: time': time,
    'sign-in: painted': painted,
    ...bytesOf('sign-in', toUse, atRest),
  };
}

/** In every frame: fills the inputs that lack their text, and presses the button if it is enabled. */
function typeAndSubmit({ loginForm }: Dashboard): string {
  return `{
    const credentials = ${JSON.stringify(CREDENTIALS)};
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const act = () => {
      const form = ${loginForm};
      const inputs = Object.keys(credentials).map((type) => [form?.querySelector('input[type=' + type + ']'), credentials[type]]);
      const button = form?.querySelector('button[type=submit]');
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
