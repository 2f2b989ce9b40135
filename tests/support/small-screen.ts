import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Makes the screen 360 px wide and expects that nothing is cut or scrolls sideways, and that buttons and section
 * headers in `part` are at least 40 px high and wide.
 */
export async function expectFitsSmall(page: Page, part: Locator): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const misfits = () =>
    part.evaluate((root) => {
      const found = [];
      for (const control of root.querySelectorAll('input, textarea, button, summary')) {
        const { width, height, right } = control.getBoundingClientRect();
        if (width * height === 0 || !control.checkVisibility({ visibilityProperty: true })) continue;
        const name = control.getAttribute('aria-label') ?? control.textContent;
        if (right > 360) found.push(`${name} ends at ${right}`);
        // Labels enlarge what can be pressed of an input; the button of a select is in a frame of that size.
        if (!control.matches('button:not([role=combobox]), summary')) continue;
        // A centered popup begins between two pixels, and 40 becomes 39.99998.
        if (Math.min(width, height) < 39.99) found.push(`${name} is ${width} by ${height}`);
      }
      return found;
    });
  await expect.poll(misfits).toEqual([]);
}

/** A phone: 360 px wide, with a touch screen. For `test.use`. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const CONTROLS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=separator], [role=button], [role=tab], [role=option], [role^=menuitem]';

/** What is wrong with the controls in an element, run in the page. Scrolls, and scrolls back. */
function problemsIn(part: Element, controls: string): string[] {
  const seen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: false, visibilityProperty: true });
  const nameOf = (element: Element): string =>
    element.ariaLabel ??
    (element.textContent.trim() ||
      (element as HTMLInputElement).labels?.[0]?.textContent.trim() ||
      element.id);
  const boxOf = (elements: readonly Element[]) => {
    const boxes = elements.map((element) => element.getBoundingClientRect());
    return {
      left: Math.min(...boxes.map(({ left }) => left)),
      top: Math.min(...boxes.map(({ top }) => top)),
      right: Math.max(...boxes.map(({ right }) => right)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    };
  };
  /**
   * Smaller than 40 px by intention: edges that are dragged, which have a menu or keys beside them, and what stands in
   * a row that itself is the target.
   */
  const isExcepted = (control: Element) =>
    control.matches('[role=separator], :disabled') || control.closest('[data-row-id]') !== null;
  /** Whether a finger of 40 px hits the target; padding and pseudo elements around the box count. */
  function isLarge(box: Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>, target: Element[]) {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const hits = (dx: number, dy: number) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return target.some((one) => one.contains(hit));
    };
    return (
      (box.right - box.left > 39.9 || (hits(-19.5, 0) && hits(19.5, 0))) &&
      (box.bottom - box.top > 39.9 || (hits(0, -19.5) && hits(0, 19.5)))
    );
  }
  function problemsOf(control: Element): string[] {
    const labels = [...((control as HTMLInputElement).labels ?? [])];
    // A field is as large as its frame: a label, a box with buttons, or a code editor, whose own input is tiny.
    const frame = control.matches('input, textarea, [role=combobox]')
      ? (control.closest('label') ?? control.closest('.input') ?? control.closest('.ace_editor'))
      : null;
    const isBox = control.matches('[type=checkbox], [type=radio]');
    const target = [frame ?? control, ...(isBox ? labels : [])];
    target[0]?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, right, bottom } = boxOf(target);
    let opacity = 1;
    // The page itself is not drawn.
    for (
      let at: Element | null = control.closest('.ace_editor, label') ?? control;
      at && at !== document.documentElement;
      at = at.parentElement
    )
      opacity *= Number(getComputedStyle(at).opacity);
    // In a sentence.
    const isLink =
      control.matches('a, .link') &&
      getComputedStyle(control).display.startsWith('inline') &&
      control.parentElement?.textContent.trim() !== control.textContent.trim();
    // The first line of a link that continues on the next one.
    const line = (frame ?? control).getClientRects()[0] ?? new DOMRect();
    const hit = document.elementFromPoint(line.x + line.width / 2, line.y + line.height / 2);
    // Presses go through a disabled button.
    const isHit =
      control.matches(':disabled, [aria-disabled=true]') ||
      [control, ...target].some((one) => one.contains(hit));
    return [
      ...(opacity < 0.3 ? [`has an opacity of ${opacity}`] : []),
      ...(left < -1 || right > innerWidth + 1 || bottom <= 0 || top >= innerHeight
        ? ['is outside of the window']
        : []),
      ...(isHit ? [] : [`is covered by ${hit?.outerHTML.slice(0, 120)}`]),
      ...(isLink || isExcepted(control) || isLarge({ left, top, right, bottom }, target)
        ? []
        : [`is ${Math.round(right - left)} x ${Math.round(bottom - top)} px`]),
    ];
  }
  const scrolled = [...document.querySelectorAll('*')]
    .filter(
      (element) =>
        element.scrollTop || element.scrollLeft || element.contains(part) || part.contains(element),
    )
    .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }));
  const found = [...part.querySelectorAll(controls)]
    // A file input is hidden behind its button, the input of a switch within its label; a link that the keyboard shows.
    .filter(
      (control) =>
        seen(control) && !control.closest('[inert], .sr-only') && !control.matches('.sr-only, [data-skip]'),
    )
    .flatMap((control) => problemsOf(control).map((problem) => `${nameOf(control)} ${problem}`));
  for (const { element, top, left } of scrolled) element.scrollTo({ top, left, behavior: 'instant' });
  const broken = [
    'aria-controls',
    'aria-describedby',
    'aria-labelledby',
    'aria-activedescendant',
    'aria-owns',
  ]
    .flatMap((name) => [...part.querySelectorAll(`[${name}]`)].map((element) => ({ name, element })))
    .flatMap(({ name, element }) =>
      (element.getAttribute(name) ?? '')
        .split(' ')
        .filter((id) => !document.getElementById(id))
        .map((id) => `${nameOf(element)} has an ${name} without an element: ${id}`),
    );
  const unexplained = [...part.querySelectorAll('[aria-invalid=true]')]
    .filter((element) => {
      const notes = (element.getAttribute('aria-describedby') ?? '').split(' ');
      return seen(element) && !notes.some((id) => nameOf(document.getElementById(id) ?? new Image()));
    })
    .map((element) => `${nameOf(element)} is invalid without a message`);
  return [...found, ...broken, ...unexplained];
}

/**
 * Expects that every visible control in `part` can be pressed: scrolled into view it is in the window, not transparent,
 * covered by nothing, and at least 40 x 40 px (links in a line of text and `isExcepted` excepted). Also expects that
 * ARIA references lead to elements, that invalid fields have a message, and that the page does not scroll sideways.
 */
export async function expectReachable(part: Locator): Promise<void> {
  await expect.poll(() => part.evaluate(problemsIn, CONTROLS)).toEqual([]);
  expect(await part.page().evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
}

/** The names of the visible controls, without those of rows and columns, of which a larger list shows more. */
const namesIn = (part: Element, controls: string): string[] =>
  [...part.querySelectorAll(controls)]
    .filter(
      (control) =>
        control.checkVisibility({ visibilityProperty: true }) &&
        !control.closest('[data-row-id], [aria-sort]'),
    )
    .map((control) => {
      const label = (control as HTMLInputElement).labels?.[0]?.textContent;
      return (control.ariaLabel ?? (control.textContent || label || control.tagName)).trim();
    });

/**
 * The same, and expects that nothing a wide window offers in `part` is missing in the narrow one.
 * @param except names of controls that only a wide window needs.
 */
export async function expectSameControls(part: Locator, except: readonly (string | RegExp)[] = []) {
  const page = part.page();
  const isNeeded = (name: string) =>
    !except.some((one) => (typeof one === 'string' ? one === name : one.test(name)));
  await page.setViewportSize({ width: 1280, height: 740 });
  // One frame for the layout, one for what follows the width by code.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const wide = (await part.evaluate(namesIn, CONTROLS)).filter(isNeeded);
  await page.setViewportSize(PHONE.viewport);
  await expect
    .poll(async () => {
      const narrow = await part.evaluate(namesIn, CONTROLS);
      return wide.filter((name) => !narrow.includes(name));
    })
    .toEqual([]);
  await expectReachable(part);
}

/**
 * Works a button that opens something: closed, opened by a tap, closed, and opened by Enter. Its states and
 * `aria-controls` follow each time. Returns what it has opened.
 * @param closeBy 'Escape', which returns the focus, or another press.
 */
export async function expectOpener(
  opener: Locator,
  {
    popup,
    closeBy = 'Escape',
  }: { readonly popup?: 'menu' | 'dialog' | 'listbox'; readonly closeBy?: 'Escape' | 'press' },
): Promise<Locator> {
  const page = opener.page();
  const expectState = async (isOpen: boolean) => {
    await expect(opener).toHaveAttribute('aria-expanded', String(isOpen));
    if (popup) await expect(opener).toHaveAttribute('aria-haspopup', popup);
    else await expect(opener).not.toHaveAttribute('aria-haspopup');
  };
  const opened = async () => {
    await expectState(true);
    const part = page.locator(`[id="${await opener.getAttribute('aria-controls')}"]`);
    await expect(part).toBeVisible();
    return part;
  };
  await expectState(false);
  await opener.tap();
  const part = await opened();
  if (popup) await expect(part).toHaveRole(popup);
  await expectReachable(part);
  if (closeBy === 'Escape') await page.keyboard.press('Escape');
  else await opener.tap();
  await expectState(false);
  await expect(part).toBeHidden();
  if (closeBy === 'Escape') await expect(opener).toBeFocused();
  await opener.press('Enter');
  return opened();
}

/** Expects that a field is invalid and described by this visible message, or valid when there is none. */
export async function expectMessage(field: Locator, message?: string | RegExp): Promise<void> {
  if (message === undefined) {
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
    return;
  }
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(message);
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
  const note = field.page().locator(ids.map((id) => `[id="${id}"]:not(.sr-only)`).join());
  await expect(note.last()).toBeInViewport();
}
