// @ts-check
/*
 * Removes icons of the rich-text editor that nothing shows: 2 kB less to prefetch.
 * Leans on: HugeRTE's file of icons. Fails: when an icon is not there once.
 */

/** Icons of functions that the dashboard's rich-text editor does not have. */
const UNUSED = (
  'accessibility-check addtag ai-prompt change-case character-count checklist checklist-rtl color-levels comment-add ' +
  'contrast document-properties embed-page emoji export-pdf export-word flip-horizontally flip-vertically ' +
  'format-painter image-options import-word insert-character insert-time page-break permanent-pen restore-draft ' +
  'revision-history rotate-left rotate-right sharpen spell-check template-add zoom-in zoom-out'
).split(' ');

/**
 * The module of the rich-text editor's icons without those that nothing in it shows: 2 kB less to prefetch.
 *
 * @param {string} code
 * @param {string} id path of the module
 * @returns {string | undefined} undefined for other modules
 * @throws {Error} if an update of the editor does not have such an icon
 */
export function withoutUnusedIcons(code, id) {
  if (!id.endsWith('/hugerte/icons/default/icons.js')) return undefined;
  return UNUSED.reduce((rest, name) => {
    const parts = rest.split(new RegExp(`^ *'?${name}'?: '<svg[^']*',?\n`, 'm'));
    if (parts.length !== 2) throw new Error(`Expected once in ${id}: ${name}`);
    return parts.join('');
  }, code);
}

/** @type {import('vite').Plugin} */
export const editorIcons = { name: 'atoll-editor-icons', transform: withoutUnusedIcons };
