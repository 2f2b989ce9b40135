import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LogRow } from '#islands/logs/LogsList.tsx';
import { browser } from '#tests/support/browser-stub.ts';
import { readLog } from '#wire/logs.ts';

test('a long message is not cut inside an emoji', () => {
  browser.backend = 'http://backend.test';
  const log = readLog({ id: 'a', level: 0, message: `${'x'.repeat(499)}😀 more`, data: {} });
  const html = renderToStaticMarkup(
    <LogRow log={log} index={0} top={0} isSelected={false} isOpened={false} />,
  );
  expect(html).toContain('x'.repeat(499));
  expect(html.isWellFormed()).toBe(true);
});
