/**
 * A script of a page: files are saved in the origin's own storage, because nobody answers the dialog of the browser
 * under test.
 */
export const STUB_PICKER = `window.showSaveFilePicker = async ({ suggestedName }) =>
  (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });`;
