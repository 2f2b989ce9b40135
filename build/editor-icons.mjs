// @ts-check
/*
 * Removes icons of the rich-text editor that nothing shows: 5 kB less to prefetch.
 * Leans on: HugeRTE's file of icons. Fails: when an icon is not there once.
 */

/** Icons of functions that the dashboard's rich-text editor does not have. */
const UNUSED = (
  'accessibility-check accordion accordion-toggle addtag ai-prompt brightness change-case character-count checklist ' +
  'checklist-rtl color-levels comment-add contrast crop document-properties edit-block edit-image embed-page emoji ' +
  'export export-pdf export-word flip-horizontally flip-vertically footnote format-painter gamma home image-options ' +
  'import-word insert-character insert-time list-num-default list-num-default-rtl list-num-lower-alpha ' +
  'list-num-lower-alpha-rtl list-num-lower-greek list-num-lower-greek-rtl list-num-lower-roman ' +
  'list-num-lower-roman-rtl list-num-upper-alpha list-num-upper-alpha-rtl list-num-upper-roman ' +
  'list-num-upper-roman-rtl non-breaking page-break permanent-pen restore-draft revision-history ' +
  'rotate-left rotate-right send sharpen spell-check table-cell-select-all table-cell-select-inner ' +
  'table-row-numbering table-row-numbering-rtl template-add text-size-decrease text-size-increase toc typography ' +
  'visualblocks zoom-in zoom-out'
).split(' ');

/**
 * The module of the rich-text editor's icons without those that nothing in it shows.
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
