import { expect, test } from '#tests/support/fixtures.ts';
import { frame, hashOf, loginScreen, signInByForm, toasts } from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';

const SIGN_IN_CALL = '**/api/admins/auth-with-password';

test('[LI-01] shows the parts of the sign-in, with the focus on Email', async ({ page, axe }) => {
  await page.goto('/#/login');
  const { screen, email, password, button } = loginScreen(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin sign in');
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute('type', 'email');
  await expect(password).toHaveAttribute('type', 'password');
  for (const field of [email, password]) await expect(field).toHaveAttribute('required', '');
  await expect(screen.getByRole('link', { name: 'Forgotten password?' })).toHaveAttribute(
    'href',
    '#/request-password-reset',
  );
  await expect(button).toBeEnabled();
  await axe();
});

test('[LI-01] the browser refuses an empty field, without a call', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url());
  });
  await page.goto('/#/login');
  const { email, password, button } = loginScreen(page);
  await button.click();
  await expect(email).toBeFocused();
  await email.fill('someone@example.com');
  await button.click();
  await expect(password).toBeFocused();
  expect(calls).toEqual([]);
});

test('[LI-02][UI-08] posts identity and password once and redirects through the root to the collections', async ({
  page,
  backend,
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
  const response = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(SIGN_IN_CALL, async (route) => {
    calls += 1;
    await response.promise;
    await route.continue();
  });
  await page.goto('/#/login');
  const request = page.waitForRequest(SIGN_IN_CALL);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  const { button, password } = loginScreen(page);
  expect((await request).method()).toBe('POST');
  expect((await request).postDataJSON()).toEqual({
    identity: backend.adminEmail,
    password: backend.adminPassword,
  });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await button.click({ force: true });
  await password.press('Enter');
  response.resolve();
  await expect.poll(() => hashOf(page)).toMatch(/^#\/collections/);
  await expect(frame(page, 'collections')).toBeVisible();
  expect(calls).toBe(1);
  const visited: unknown = await page.evaluate(() => Reflect.get(window, 'visitedHashes'));
  expect(visited).toEqual(expect.arrayContaining(['#/', '#/collections']));
});

test('[LI-03] wrong credentials show one toast; the typed values stay and no field is marked', async ({
  page,
  backend,
  expectedProblems,
  axe,
}) => {
  expectedProblems.allow('response 400 POST /api/admins/auth-with-password');
  await page.goto('/#/login');
  await signInByForm(page, backend.adminEmail, 'not the password');
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page, 'error')).toContainText('Invalid login credentials.');
  const { screen, email, password, button } = loginScreen(page);
  await expect(email).toHaveValue(backend.adminEmail);
  await expect(password).toHaveValue('not the password');
  await expect(screen.locator('[aria-invalid]')).toHaveCount(0);
  await expect(button).toBeEnabled();
  await axe();
  expect(hashOf(page)).toBe('#/login');
});

test('[LI-03] the server’s field errors do not mark fields', async ({ page, expectedProblems }) => {
  expectedProblems.allow('response 400 POST /api/admins/auth-with-password');
  await page.goto('/#/login');
  // Valid for the browser, refused by the server's check of the address.
  await signInByForm(page, 'a@b', 'x');
  await expect(toasts(page, 'error')).toContainText('Invalid login credentials.');
  await expect(loginScreen(page).screen.locator('[aria-invalid]')).toHaveCount(0);
});

test('[LI-04] the hash query prefills the demo, the outer query string does not', async ({ page }) => {
  await page.goto('/?demoEmail=outer@example.com&demoPassword=outer#/login');
  const { email, password } = loginScreen(page);
  await expect(email).toBeFocused();
  await expect(email).toHaveValue('');
  await expect(password).toHaveValue('');
  await page.goto('/#/login?demoEmail=demo%40example.com&demoPassword=demo-pass%201');
  await expect(email).toHaveValue('demo@example.com');
  await expect(password).toHaveValue('demo-pass 1');
});

test('[LI-04] the prefilled demo signs in', async ({ page, backend }) => {
  const query = new URLSearchParams({
    demoEmail: backend.adminEmail,
    demoPassword: backend.adminPassword,
  });
  await page.goto(`/#/login?${query}`);
  const { password, button } = loginScreen(page);
  // The code of the form fills it in; before that the browser refuses empty fields.
  await expect(password).toHaveValue(backend.adminPassword);
  await button.click();
  await expect(frame(page, 'collections')).toBeVisible();
});

test('[AU-01][ST-01] a sign-in stores the token with exp and type, and the admin', async ({
  page,
  backend,
}) => {
  await page.goto('/#/login');
  expect(await storedSession(page)).toBeNull();
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(frame(page, 'collections')).toBeVisible();
  const stored = await storedSession(page);
  expect(Object.keys(stored ?? {}).sort()).toEqual(['model', 'token']);
  expect(stored?.model).toMatchObject({ email: backend.adminEmail, avatar: 0 });
  const claims = JSON.parse(Buffer.from(stored?.token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ type: 'admin', id: stored?.model.id });
  expect(claims.exp * 1000).toBeGreaterThan(Date.now());

  await page.getByRole('button', { name: 'Logged admin menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(loginScreen(page).email).toBeVisible();
  expect(await storedSession(page)).toBeNull();
});

test('the password does not appear in addresses, storage and console', async ({ page, backend }) => {
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url()));
  page.on('console', (message) => seen.push(message.text()));
  page.on('framenavigated', (navigated) => seen.push(navigated.url()));
  await page.goto('/#/login');
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(frame(page, 'collections')).toBeVisible();
  seen.push(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])),
    await page.content(),
  );
  expect(seen.length).toBeGreaterThan(5);
  expect(seen.filter((text) => text.includes(backend.adminPassword))).toEqual([]);
});

test('[LI-02] a sign-in before hydration leaves at once, once, and its form keeps the values', async ({
  page,
  backend,
}) => {
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/LoginPage*.js', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  const seen: string[] = [];
  page.on('framenavigated', (navigated) => seen.push(navigated.url()));
  page.on('request', (request) => seen.push(request.url()));
  const calls: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth-with-password')) calls.push(request.postData());
  });
  await page.goto('/#/login', { waitUntil: 'commit' });
  const { email, password, button } = loginScreen(page);
  // An incomplete form: the browser refuses it, with or without its code.
  await email.fill(backend.adminEmail);
  await button.click();
  await expect(password).toBeFocused();
  await password.fill(backend.adminPassword);
  await button.click();
  await expect(page.locator('[data-frame=login] form')).toHaveAttribute('data-unhydrated', 'sent');
  const sent = JSON.stringify({ identity: backend.adminEmail, password: backend.adminPassword });
  await expect.poll(() => calls).toEqual([sent]);
  await password.press('Enter');
  await expect(email).toHaveValue(backend.adminEmail);
  await expect(password).toHaveValue(backend.adminPassword);
  arrival.resolve();
  await expect(frame(page, 'collections')).toBeVisible();
  expect(calls).toEqual([sent]);
  expect(seen.filter((url) => url.includes('password=') || url.includes(backend.adminPassword))).toEqual([]);
});

test('[LI-03] a sign-in before hydration that is refused is told after it; corrected values are sent', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 POST /api/admins/auth-with-password');
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/LoginPage*.js', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto('/#/login', { waitUntil: 'commit' });
  const { email, password, button } = loginScreen(page);
  await email.fill(backend.adminEmail);
  await password.fill('not the password');
  const refused = page.waitForResponse('**/auth-with-password');
  await button.click();
  await refused;
  arrival.resolve();
  await expect(toasts(page, 'error')).toHaveText('Invalid login credentials.');
  await expect(email).toHaveValue(backend.adminEmail);
  await expect(password).toHaveValue('not the password');
  await password.fill(backend.adminPassword);
  await password.press('Enter');
  await expect(frame(page, 'collections')).toBeVisible();
});

test('values typed before hydration stay and can be sent afterwards', async ({ page, backend }) => {
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/LoginPage*.js', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto('/#/login', { waitUntil: 'commit' });
  const { email, password } = loginScreen(page);
  await email.fill(backend.adminEmail);
  await password.fill(backend.adminPassword);
  arrival.resolve();
  await expect(page.locator('[data-frame=login] form')).not.toHaveAttribute('data-unhydrated');
  await expect(email).toHaveValue(backend.adminEmail);
  await expect(password).toHaveValue(backend.adminPassword);
  await expect(password).toBeFocused();
  await password.press('Enter');
  await expect(frame(page, 'collections')).toBeVisible();
});

test('all letters typed during hydration stay', async ({ page, context }) => {
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
  await page.goto('/#/login');
  const { email } = loginScreen(page);
  await expect(page.locator('[data-frame=login] form')).not.toHaveAttribute('data-unhydrated');
  await expect(email).toHaveValue('somebody@example.com');
});

test('a backend that is down causes a clear message, and the form works when it is back', async ({
  page,
  startSite,
  expectedProblems,
}) => {
  expectedProblems.allow('response 502 POST /api/admins/auth-with-password');
  const { backend, atoll } = await startSite();
  // The page checks once whether there is an administrator.
  const requested = page.waitForResponse(`${atoll.url}/_/`);
  await page.goto(`${atoll.url}/#/login`);
  await requested;
  await backend.kill();
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(toasts(page, 'error')).toContainText('The backend could not be reached.');
  const { email, password, button } = loginScreen(page);
  await expect(email).toHaveValue(backend.adminEmail);
  await expect(password).toHaveValue(backend.adminPassword);
  await backend.restart();
  await button.click();
  await expect(frame(page, 'collections')).toBeVisible();
});

test("[LI-03] adds no error to the backend's log, except that of a refused sign-in", async ({
  page,
  startSite,
  expectedProblems,
}) => {
  const { backend, atoll } = await startSite();
  expectedProblems.allow('response 400 POST /api/admins/auth-with-password');
  await page.goto(`${atoll.url}/#/login`);
  await signInByForm(page, backend.adminEmail, 'wrong password');
  await expect(toasts(page)).toHaveText(['Invalid login credentials.']);
  const filter = encodeURIComponent('data.status >= 400');
  // The log stores entries in their order, after up to three seconds.
  const failed = async () => {
    const { items } = await backend.api.get<{ items: { data: { url: string } }[] }>(
      `/api/logs?filter=${filter}`,
    );
    return items.map(({ data }) => data.url);
  };
  await expect.poll(failed, { timeout: 20_000 }).toContain('/api/admins/auth-with-password');
  expect(await failed()).toEqual(['/api/admins/auth-with-password']);
});
