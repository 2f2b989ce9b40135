import type { Editor } from 'hugerte';
import contentCss from 'hugerte/skins/ui/oxide/content.min.css?inline';
import lightCss from 'hugerte/skins/ui/oxide/skin.min.css?inline';
import darkCss from 'hugerte/skins/ui/oxide-dark/skin.min.css?inline';
import ownCss from './rich-text.css?inline';

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

const light = sheetOf(lightCss);
const dark = sheetOf(darkCss);
// Constructed sheets come with this chunk and are no inline styles to the content security policy.
document.adoptedStyleSheets.push(light, dark, sheetOf(ownCss));

const themeOf = () => document.documentElement.dataset['theme'] ?? '';

const chooseSkin = () => {
  const isDark = themeOf() === 'atoll-dark';
  light.disabled = isDark;
  dark.disabled = !isDark;
};
chooseSkin();
new MutationObserver(chooseSkin).observe(document.documentElement, { attributeFilter: ['data-theme'] });

/** Gives the editor's content the page's theme, for as long as the editor is there. */
export function dressContent(editor: Editor): void {
  const view = editor.getWin() as Window & typeof globalThis;
  const root = editor.getDoc().documentElement;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(contentCss);
  editor.getDoc().adoptedStyleSheets.push(sheet);
  const follow = () => {
    root.dataset['theme'] = themeOf();
  };
  follow();
  const themes = new MutationObserver(follow);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  editor.on('remove', () => themes.disconnect());
}
