import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash } from '#tests/support/records/page.ts';

const COVER = 'position:fixed;inset:0;z-index:9999';
const HOSTILE = [
  `<p>Press <a id="cover" class="fixed inset-0 z-50 btn" style="${COVER}" href="https://atoll.test@evil.test/x">Save changes</a> now.</p>`,
  '<p>See <a href="//evil.test/y" target="_top" rel="opener" tabindex="1" accesskey="s"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="></a> too.</p>',
  '<p>Or <a href="mailto:a@example.com">mail</a> us.</p>',
  '<p role="alert" aria-live="assertive" aria-label="Signed out">spoken</p>',
  '<div popover id="atoll-tooltip" data-tooltip="Fake" data-panel="" data-rich-text="" hidden>floats</div>',
  '<dialog open class="modal">asks</dialog><nav>leads</nav><footer>ends</footer><main>holds</main>',
  '<p contenteditable="true" autofocus draggable="true" slot="a" part="b" name="body">edits</p>',
  '<map name="m"><area href="https://evil.test/map" shape="default"></map><img usemap="#m" alt="chart">',
  '<svg><a href="https://evil.test/svg"><rect width="9" height="9"></rect></a></svg>',
  '<atoll-toast class="toast">custom</atoll-toast>',
  '<table width="300" align="center"><tr><td colspan="2" bgcolor="#ff0000">kept</td></tr></table>',
  '<h2 dir="rtl" lang="ar">heading</h2><font size="4">green</font><ol start="3"><li>three</li></ol>',
].join('');
const KEPT = 'align alt class colspan dir href lang rel size src start target width';

test('hostile rich text in a preview cannot imitate the dashboard, and its links show their targets', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const { api } = backend;
  const posts = await createCollection(api, { name: uniqueName('posts'), schema: [field('body', 'editor')] });
  const { id } = await createRecord(api, posts.id, { body: HOSTILE });
  const view = await createCollection(api, {
    name: uniqueName('overview'),
    type: 'view',
    options: { query: `select id, body from ${posts.name}` },
  });
  await admin.signIn();
  await page.goto(recordsHash(view.id, { recordId: id }));
  const panel = page.getByRole('dialog');
  const rich = panel.locator('[data-rich-text]');
  await expect(rich.getByRole('heading', { name: 'heading' })).toBeVisible();

  const found = await rich.evaluate((root) => {
    const all = [...root.querySelectorAll('*')];
    const attributes = new Set(all.flatMap((element) => element.getAttributeNames()));
    const classes = new Set(all.map((element) => element.className).filter(Boolean));
    return { attributes: [...attributes].sort().join(' '), classes: [...classes] };
  });
  expect(found).toEqual({ attributes: KEPT, classes: ['link-target'] });
  await expect(rich.locator('dialog, nav, footer, main, svg, area, atoll-toast')).toHaveCount(0);
  for (const text of ['spoken', 'floats', 'asks', 'leads', 'edits', 'custom', 'kept', 'green', 'three']) {
    await expect(rich.getByText(text)).toBeVisible();
  }

  const links = rich.getByRole('link');
  await expect(links).toHaveCount(3);
  for (const [index, name] of [
    'Save changes (evil.test)',
    '(evil.test)',
    'mail (mailto:a@example.com)',
  ].entries()) {
    const link = links.nth(index);
    await expect(link).toHaveAccessibleName(name);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }

  // Nothing covers the controls of the panel, and the stored text stays unchanged.
  await axe();
  await panel.locator('footer').getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  expect(backend.sql(`select body from ${posts.name}`)).toEqual([{ body: HOSTILE }]);
});
