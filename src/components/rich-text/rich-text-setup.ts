import type { Editor, RawEditorOptions } from 'hugerte';
import { beginEditing, EDITING_HINT, editingKey, endEditing } from '#components/hooks/editing.ts';
import { isComposing, latinKey } from '#domain/app/key-press.ts';

const TOOLBAR = [
  'styles',
  'alignleft aligncenter alignright alignjustify',
  'bold italic forecolor backcolor',
  'bullist numlist',
  'link picture table codesample direction',
  'source fullscreen',
].join(' | ');

const COMMON = 'id|class|style|title|dir|lang|role|hidden';

/** Elements that texts from other sources may contain and that the editor would drop or rename by default. */
const ALSO_VALID = [
  ...'b i u s strike center font details summary figure figcaption'
    .split(' ')
    .map((tag) => `${tag}[${COMMON}]`),
  `font[${COMMON}|color|face|size]`,
  `details[${COMMON}|open]`,
].join();

/** Actions of toolbar buttons that the field handles. */
export interface RichTextActions {
  /** 'From collection' in the image menu; inserts what is chosen. */
  readonly onPickImage: () => void;
  /** 'Source code'. */
  readonly onShowSource: () => void;
}

/** Adds the buttons of the field to the toolbar. */
export function addButtons(editor: Editor, { onPickImage, onShowSource }: RichTextActions): void {
  const { registry } = editor.ui;
  registry.addMenuButton('picture', {
    icon: 'image',
    tooltip: 'Insert image',
    fetch: (show) =>
      show([
        { type: 'menuitem', text: 'From collection', icon: 'gallery', onAction: onPickImage },
        {
          type: 'menuitem',
          text: 'Inline',
          icon: 'browse',
          onAction: () => void editor.execCommand('mceImage'),
        },
      ]),
  });
  registry.addMenuButton('direction', {
    icon: 'visualchars',
    tooltip: 'Text direction',
    fetch: (show) =>
      show([
        {
          type: 'menuitem',
          text: 'LTR content',
          icon: 'ltr',
          onAction: () => void editor.execCommand('mceDirectionLTR'),
        },
        {
          type: 'menuitem',
          text: 'RTL content',
          icon: 'rtl',
          onAction: () => void editor.execCommand('mceDirectionRTL'),
        },
      ]),
  });
  registry.addButton('source', { icon: 'sourcecode', tooltip: 'Source code', onAction: onShowSource });
}

/** Embeds an image from this device in the text. */
function readImage(done: (url: string, meta?: Record<string, string>) => void) {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (!file) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => done(String(reader.result), { alt: file.name }));
    reader.readAsDataURL(file);
  });
  input.click();
}

/** The editor's options without its target element. */
export function richTextOptions(label: string): RawEditorOptions {
  return {
    plugins: 'autoresize autolink lists link image table searchreplace fullscreen directionality codesample',
    toolbar: TOOLBAR,
    toolbar_mode: 'wrap',
    menubar: false,
    statusbar: false,
    branding: false,
    promotion: false,
    contextmenu: false,
    skin: false,
    content_css: false,
    iframe_aria_text: label,
    min_height: 240,
    max_height: 640,
    autoresize_bottom_margin: 16,
    browser_spellcheck: true,
    entity_encoding: 'raw',
    force_hex_color: 'rgb_only',
    convert_fonts_to_spans: false,
    extended_valid_elements: ALSO_VALID,
    file_picker_types: 'image',
    file_picker_callback: readImage,
    automatic_uploads: false,
    add_form_submit_trigger: false,
    submit_patch: false,
    hidden_input: false,
  };
}

/** Whether a key is for the panel around the editor: Escape, and the keys that save. */
const isForPanel = (event: KeyboardEvent) =>
  event.key === 'Escape' ||
  ((event.ctrlKey || event.metaKey) && !event.altKey && (event.key === 'Enter' || latinKey(event) === 's'));

/**
 * Lets Tab pass through the ready editor until the user begins to edit, and forwards Escape and the keys that save to the
 * panel: the text is in a frame.
 */
export function handleKeys(editor: Editor): void {
  const container = editor.getContainer();
  const hint = document.createElement('span');
  hint.className = 'sr-only';
  hint.id = `${editor.id}-hint`;
  hint.textContent = EDITING_HINT;
  container.append(hint);
  editor.iframeElement?.setAttribute('aria-describedby', hint.id);

  /** True when the editor must not see the key. */
  const handle = (event: KeyboardEvent): boolean => {
    if (event.key === 'Escape' && container.matches('.tox-fullscreen')) {
      editor.execCommand('mceFullScreen');
      return true;
    }
    const done = editingKey(container, event);
    if (done === 'used') event.preventDefault();
    if (done || !isForPanel(event)) return done !== undefined;
    event.preventDefault();
    const { key, code, ctrlKey, metaKey, repeat } = event;
    container.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, repeat, bubbles: true, cancelable: true }),
    );
    return true;
  };
  // Before the listeners of the editor and its plugins.
  editor.on(
    'keydown',
    (event) => {
      if (!isComposing(event) && handle(event)) event.stopImmediatePropagation();
    },
    true,
  );
  editor.on('mousedown', () => beginEditing(container));
  editor.on('blur', () => endEditing(container));
}

const POPUPS = '.tox-menu, .tox-swatches-menu, .tox-dialog, .tox-collection';

/**
 * Moves the editor's popups into the panel, because its focus trap would exclude them, and marks them so that
 * Escape closes only them.
 */
export function movePopupsIntoPanel(editor: Editor): void {
  const panel = editor.getContainer().closest('[data-panel]');
  if (!panel) return;
  for (const sink of document.querySelectorAll<HTMLElement>('body > .tox-hugerte-aux')) {
    panel.append(sink);
    const watch = new MutationObserver(() => {
      sink.toggleAttribute('data-popup-open', sink.querySelector(POPUPS) !== null);
      // The tools beside a link or a table are there while the caret is in it; with the focus, Escape leaves them.
      for (const tools of sink.querySelectorAll('.tox-pop')) beginEditing(tools);
    });
    watch.observe(sink, { childList: true, subtree: true });
    editor.on('remove', () => watch.disconnect());
  }
}
