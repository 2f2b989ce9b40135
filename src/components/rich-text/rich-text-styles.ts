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
// Constructed style sheets are part of this chunk, and the content security policy allows them.
document.adoptedStyleSheets.push(light, dark, sheetOf(ownCss));

const chooseSkin = () => {
  const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark';
  light.disabled = isDark;
  dark.disabled = !isDark;
};
chooseSkin();
new MutationObserver(chooseSkin).observe(document.documentElement, { attributeFilter: ['data-theme'] });

/** Applies the page's theme to the editor's content, until the editor is removed. */
export function styleContent(editor: Editor): void {
  const view = editor.getWin() as Window & typeof globalThis;
  const root = editor.getDoc().documentElement;
  const sheet = new view.CSSStyleSheet();
  // The editor's own font would make the text jump when the editor takes the place of the shown text.
  sheet.replaceSync(`${contentCss} body{font-family:system-ui,sans-serif}`);
  editor.getDoc().adoptedStyleSheets.push(sheet);
  const applyTheme = () => {
    root.dataset['theme'] = document.documentElement.dataset['theme'] ?? '';
  };
  applyTheme();
  const themes = new MutationObserver(applyTheme);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  editor.on('remove', () => themes.disconnect());
}
