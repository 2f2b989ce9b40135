import { expect, test } from '#tests/support/fixtures.ts';
import { frame, hashOf, loginScreen, openAvatarMenu, signInByForm, toasts } from '#tests/support/screens.ts';
import { SESSION_KEY, storedSession, storeItem } from '#tests/support/session.ts';

const SIGN_IN_CALL = '**/api/admins/auth-with-password';
const REFUSED = 'response 400 POST /api/admins/auth-with-password';

test('[TR-14][LI-01][LI-02][LI-03][LI-04][UI-08][AU-01][ST-01] the sign-in refuses, explains and signs in', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  await page.addInitScript(() => {
    const replaceState = history.replaceState.bind(history);
    const visited: string[] = [];
    Object.assign(window, { visitedHashes: visited });
    history.replaceState = (state, unused, url) => {
      visited.push(String(url));
      replaceState(state, unused, url);
    };
  });
  const seen: string[] = [];
  const posts: string[] = [];
  page.on('request', (request) => {
    seen.push(request.url());
    if (request.method() === 'POST') posts.push(request.url());
  });
  page.on('console', (message) => seen.push(message.text()));
  page.on('framenavigated', (navigated) => seen.push(navigated.url()));
  // A browser's own input of an address would write the domain in another way.
  const [anna, password10] = ['anna@müller.example', 'password-of-anna'];
  const passwords = { password: password10, passwordConfirm: password10 };
  await backend.api.post('/api/admins', { email: anna, avatar: 0, ...passwords });
  await page.goto('/?demoEmail=outer@example.com&demoPassword=outer#/login');
  const { screen, email, password, button, error } = loginScreen(page);

  await test.step('its parts, with the focus on Email; the outer query string prefills nothing', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin sign in');
    await expect(email).toBeFocused();
    await expect(email).toHaveValue('');
    await expect(password).toHaveValue('');
    await expect(email).toHaveAttribute('inputmode', 'email');
    await expect(password).toHaveAttribute('type', 'password');
    for (const field of [email, password]) await expect(field).toHaveAttribute('required', '');
    await expect(screen.getByRole('link', { name: 'Forgotten password?' })).toHaveAttribute(
      'href',
      '#/request-password-reset',
    );
    await expect(button).toBeEnabled();
    expect(await storedSession(page)).toBeNull();
    await checkScreen();
  });

  await test.step('the browser refuses an empty field, without a call', async () => {
    await button.click();
    await expect(email).toBeFocused();
    await email.fill('someone@example.com');
    await button.click();
    await expect(password).toBeFocused();
    expect(posts).toEqual([]);
  });

  await test.step('wrong credentials are told in the form; the typed values stay and no field is marked', async () => {
    expectedProblems.allow(REFUSED);
    await signInByForm(page, backend.adminEmail, 'not the password');
    await expect(error).toHaveText('Invalid login credentials.');
    await expect(button).toHaveAccessibleDescription('Invalid login credentials.');
    await expect(toasts(page)).toHaveCount(0);
    await expect(email).toHaveValue(backend.adminEmail);
    await expect(password).toHaveValue('not the password');
    await expect(screen.locator('[aria-invalid]')).toHaveCount(0);
    await expect(button).toBeEnabled();
    await checkScreen();
    expect(hashOf(page)).toBe('#/login');

    // Valid for the browser, refused by the server's check of the address: its field errors mark no field.
    const answered = page.waitForResponse(SIGN_IN_CALL);
    await signInByForm(page, 'a@b', 'x');
    await answered;
    await expect(button).toBeEnabled();
    await expect(error).toHaveText('Invalid login credentials.');
    await expect(screen.locator('[aria-invalid]')).toHaveCount(0);
  });

  await test.step('it posts identity and password once and redirects through the root to the collections', async () => {
    posts.length = 0;
    const response = Promise.withResolvers<void>();
    await page.route(SIGN_IN_CALL, async (route) => {
      await response.promise;
      await route.continue();
    });
    const request = page.waitForRequest(SIGN_IN_CALL);
    await signInByForm(page, anna, password10);
    expect((await request).method()).toBe('POST');
    expect((await request).postDataJSON()).toEqual({ identity: anna, password: password10 });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await button.click({ force: true });
    await password.press('Enter');
    response.resolve();
    await expect.poll(() => hashOf(page)).toMatch(/^#\/collections/);
    await expect(frame(page, 'collections')).toBeVisible();
    expect(posts.filter((url) => url.endsWith('/auth-with-password'))).toHaveLength(1);
    const visited: unknown = await page.evaluate(() => Reflect.get(window, 'visitedHashes'));
    expect(visited).toEqual(expect.arrayContaining(['#/', '#/collections']));
    await page.unroute(SIGN_IN_CALL);
  });

  await test.step('it stores the token with exp and type, and the admin, but nowhere the password', async () => {
    const stored = await storedSession(page);
    expect(Object.keys(stored ?? {}).sort()).toEqual(['model', 'token']);
    expect(stored?.model).toMatchObject({ email: anna, avatar: 0 });
    const claims = JSON.parse(Buffer.from(stored?.token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ type: 'admin', id: stored?.model.id });
    expect(claims.exp * 1000).toBeGreaterThan(Date.now());
    seen.push(
      await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      ),
      await page.content(),
    );
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.filter((text) => text.includes(backend.adminPassword))).toEqual([]);

    const menu = await openAvatarMenu(page);
    await menu.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(email).toBeVisible();
    expect(await storedSession(page)).toBeNull();
  });

  await test.step('the hash query prefills the demo, which signs in', async () => {
    const query = new URLSearchParams({
      demoEmail: backend.adminEmail,
      demoPassword: backend.adminPassword,
    });
    await page.goto('about:blank');
    await page.goto(`/#/login?${query}`);
    // The code of the form fills it in; before that the browser refuses empty fields.
    await expect(email).toHaveValue(backend.adminEmail);
    await expect(password).toHaveValue(backend.adminPassword);
    await button.click();
    await expect(frame(page, 'collections')).toBeVisible();
  });
});

test('[LI-02][LI-03] a sign-in that begins before hydration', async ({
  page,
  context,
  atoll,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(REFUSED);
  const code = '**/assets/LoginPage*.js';
  const seen: string[] = [];
  const calls: (string | null)[] = [];
  page.on('framenavigated', (navigated) => seen.push(navigated.url()));
  page.on('request', (request) => {
    seen.push(request.url());
    if (request.url().endsWith('/auth-with-password')) calls.push(request.postData());
  });
  const { email, password, button, error } = loginScreen(page);
  const form = page.locator('[data-frame=login] form');
  /** Opens the sign-in anew; its code arrives when the returned function is called. */
  const visit = async () => {
    const arrival = Promise.withResolvers<void>();
    await page.unrouteAll();
    await page.route(code, async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.goto('about:blank');
    await page.goto('/#/login', { waitUntil: 'commit' });
    return arrival.resolve;
  };

  await test.step('typed values stay and can be sent afterwards', async () => {
    const arrive = await visit();
    await email.fill(backend.adminEmail);
    await password.fill('not yet the password');
    arrive();
    await expect(form).not.toHaveAttribute('data-unhydrated');
    await expect(email).toHaveValue(backend.adminEmail);
    await expect(password).toHaveValue('not yet the password');
    await expect(password).toBeFocused();
    expect(calls).toEqual([]);
    await password.press('Enter');
    await expect(error).toHaveText('Invalid login credentials.');
    expect(calls).toHaveLength(1);
  });

  await test.step('one that is refused is told after it; corrected values are sent', async () => {
    const arrive = await visit();
    await email.fill(backend.adminEmail);
    await password.fill('not the password');
    const refused = page.waitForResponse(SIGN_IN_CALL);
    await button.click();
    await refused;
    arrive();
    await expect(error).toHaveText('Invalid login credentials.');
    await expect(email).toHaveValue(backend.adminEmail);
    await expect(password).toHaveValue('not the password');
    await password.fill(backend.adminPassword);
    await password.press('Enter');
    await expect(frame(page, 'collections')).toBeVisible();
    await storeItem(page, atoll.url, SESSION_KEY, 'null');
  });

  await test.step('one that is right leaves at once, once, and its form keeps the values', async () => {
    calls.length = 0;
    const arrive = await visit();
    // An incomplete form: the browser refuses it, with or without its code.
    await email.fill(backend.adminEmail);
    await button.click();
    await expect(password).toBeFocused();
    await password.fill(backend.adminPassword);
    await button.click();
    await expect(form).toHaveAttribute('data-unhydrated', 'sent');
    const sent = JSON.stringify({ identity: backend.adminEmail, password: backend.adminPassword });
    await expect.poll(() => calls).toEqual([sent]);
    await password.press('Enter');
    await expect(email).toHaveValue(backend.adminEmail);
    await expect(password).toHaveValue(backend.adminPassword);
    arrive();
    await expect(frame(page, 'collections')).toBeVisible();
    expect(calls).toEqual([sent]);
    expect(seen.filter((url) => url.includes('password=') || url.includes(backend.adminPassword))).toEqual(
      [],
    );
    await storeItem(page, atoll.url, SESSION_KEY, 'null');
  });

  await test.step('all letters typed during hydration stay', async () => {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.addInitScript(() => {
      if (window !== window.top) return;
      // React focuses the form during its commit: the next keys arrive before its effects run.
      const type = (): void => {
        for (const letter of 'somebody@example.com') document.execCommand('insertText', false, letter);
      };
      const { focus } = HTMLInputElement.prototype;
      HTMLInputElement.prototype.focus = function (options) {
        focus.call(this, options);
        if (this.name !== 'email' || this.value) return;
        HTMLInputElement.prototype.focus = focus;
        queueMicrotask(type);
      };
    });
    await page.unrouteAll();
    await page.goto('about:blank');
    await page.goto('/#/login');
    await expect(form).not.toHaveAttribute('data-unhydrated');
    await expect(email).toHaveValue('somebody@example.com');
  });
});

test('[LI-03] a backend that is down causes a clear message; its log has no error but that of a refused sign-in', async ({
  page,
  startSite,
  expectedProblems,
}) => {
  expectedProblems.allow(REFUSED, 'response 502 POST /api/admins/auth-with-password');
  // A separate backend: its log contains what this test does, and nothing else.
  const { backend, atoll } = await startSite();
  // The page checks once whether there is an administrator.
  const requested = page.waitForResponse(`${atoll.url}/_/`);
  await page.goto(`${atoll.url}/#/login`);
  await requested;
  const { email, password, button, error } = loginScreen(page);
  await signInByForm(page, backend.adminEmail, 'wrong password');
  await expect(error).toHaveText('Invalid login credentials.');

  // A backend that stops writes what its log still has in memory.
  await backend.pause();
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(toasts(page, 'error').last()).toContainText('The backend could not be reached.');
  await expect(email).toHaveValue(backend.adminEmail);
  await expect(password).toHaveValue(backend.adminPassword);
  await backend.restart();
  const { items } = await backend.api.get<{ items: { data: { url: string } }[] }>(
    `/api/logs?filter=${encodeURIComponent('data.status >= 400')}`,
  );
  expect(items.map(({ data }) => data.url)).toEqual(['/api/admins/auth-with-password']);
  await button.click();
  await expect(frame(page, 'collections')).toBeVisible();
});
