import { atom } from 'nanostores';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ElsewhereBanner } from '#islands/records/panel/RecordPanelView.tsx';
import type { RecordPanel } from '#stores/records/panel/panel.ts';

const bannerOf = (isBusy: boolean) => {
  const states = { $elsewhere: atom('changed'), $isBusy: atom(isBusy), $isDirty: atom(true) };
  const panel = states as unknown as RecordPanel;
  return renderToStaticMarkup(<ElsewhereBanner panel={panel} form={{ current: null }} />);
};

test('while records are compared, the button that started it keeps the focus', () => {
  expect(bannerOf(true)).toMatch(/<button[^>]* aria-disabled="true"/);
  // Browsers take the focus from a disabled button.
  expect(bannerOf(true)).not.toContain('disabled=""');
  expect(bannerOf(false)).not.toContain('disabled');
});
