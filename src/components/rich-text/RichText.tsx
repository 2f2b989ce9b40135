// chunks: rich text
import hugerte, { type Editor, type RawEditorOptions } from 'hugerte';
import contentCss from 'hugerte/skins/ui/oxide/content.min.css?inline';
import lightCss from 'hugerte/skins/ui/oxide/skin.min.css?inline';
import darkCss from 'hugerte/skins/ui/oxide-dark/skin.min.css?inline';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { richTextDocument } from '#browser/rich-text-files.ts';
import { beginEditing, EDITING_HINT, editingKey, endEditing } from '#components/hooks/editing.ts';
import { isComposing, latinKey } from '#domain/app/key-press.ts';
import { findChange } from '#domain/records/rich-text/compare.ts';
import { stripDomain } from '#domain/records/rich-text/strip-domain.ts';
import { isRichTextDocument } from './is-rich-text-document.ts';
import { parseHtml } from './parse-html.ts';
import ownCss from './rich-text.css?inline';
// The parts register with the global that the core creates, so the order of these imports matters.
import 'hugerte/models/dom/model.js';
import 'hugerte/themes/silver/theme.js';
import 'hugerte/icons/default/icons.js';
import 'hugerte/plugins/autoresize/plugin.js';
import 'hugerte/plugins/autolink/plugin.js';
import 'hugerte/plugins/lists/plugin.js';
import 'hugerte/plugins/link/plugin.js';
import 'hugerte/plugins/image/plugin.js';
import 'hugerte/plugins/table/plugin.js';
import 'hugerte/plugins/searchreplace/plugin.js';
import 'hugerte/plugins/fullscreen/plugin.js';
import 'hugerte/plugins/directionality/plugin.js';
import 'hugerte/plugins/codesample/plugin.js';

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
function styleContent(editor: Editor): void {
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

/** Loads the content into a fetched document: the policy of the page, which a written one has, blocks styles. */
function frameDocument(editor: Editor, label: string, onFailed: () => void): void {
  const { browser } = hugerte.Env;
  const { isFirefox, isSafari } = browser;
  let iframe: HTMLIFrameElement | undefined;
  const prepare = (frame: HTMLIFrameElement) => {
    // In these browsers the editor would write into the empty frame at once; it must wait for the document.
    browser.isFirefox = () => false;
    browser.isSafari = () => false;
    const onLoad = (event: Event) => {
      const content = frame.contentDocument;
      if (!isRichTextDocument(content)) {
        event.stopImmediatePropagation();
        onFailed();
        return;
      }
      const { body } = content;
      body.id = 'hugerte';
      body.className = 'mce-content-body';
      body.dataset['id'] = editor.id;
      // A body element can't have an accessible name, so the document gets a title.
      content.title = label;
    };
    Object.defineProperty(frame, 'srcdoc', {
      configurable: true,
      set: () => {
        Object.assign(browser, { isFirefox, isSafari });
        // Capturing, so that it runs before the editor's own listener, which would fail on another document.
        frame.addEventListener('load', onLoad, { capture: true, once: true });
        frame.src = new URL(richTextDocument(), document.baseURI).href;
      },
    });
  };
  Object.defineProperty(editor, 'iframeElement', {
    configurable: true,
    get: () => iframe,
    set: (frame: HTMLIFrameElement | undefined) => {
      iframe = frame;
      if (frame) prepare(frame);
    },
  });
}

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

function addButtons(editor: Editor, onPickImage: () => void, onShowSource: () => void): void {
  const { registry } = editor.ui;
  const item = (text: string, icon: string, onAction: () => void) =>
    ({ type: 'menuitem', text, icon, onAction }) as const;
  const command = (text: string, icon: string, name: string) =>
    item(text, icon, () => void editor.execCommand(name));
  registry.addMenuButton('picture', {
    icon: 'image',
    tooltip: 'Insert image',
    fetch: (show) =>
      show([item('From collection', 'gallery', onPickImage), command('Inline', 'browse', 'mceImage')]),
  });
  registry.addMenuButton('direction', {
    icon: 'visualchars',
    tooltip: 'Text direction',
    fetch: (show) =>
      show([
        command('LTR content', 'ltr', 'mceDirectionLTR'),
        command('RTL content', 'rtl', 'mceDirectionRTL'),
      ]),
  });
  registry.addButton('source', { icon: 'sourcecode', tooltip: 'Source code', onAction: onShowSource });
}

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

function richTextOptions(label: string): RawEditorOptions {
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

/** Lets Tab pass until editing begins, and forwards the keys of the panel, because the text is in a frame. */
function handleKeys(editor: Editor): void {
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

/** The focus trap of the panel would exclude the editor's popups. The mark makes Escape close only them. */
function movePopupsIntoPanel(editor: Editor): void {
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

/** Delay before the editor is set up, in ms: a panel slides in first. */
const SETUP_DELAY = 100;

export type InsertImage = (url: string, alt: string) => void;

export interface RichTextProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly invalid?: boolean;
  /** URLs of these origins are inserted without their domain; undefined inserts URLs unchanged. */
  readonly stripOrigins: readonly string[] | undefined;
  /** Called if the editor would change the value; `part` describes the first part that would be lost. */
  readonly onUnsupported: (part: string) => void;
  readonly onFailed: () => void;
  /** Called once, when the editor is visible and has the text. */
  readonly onReady: (editor: Editor) => void;
  readonly onShowSource: () => void;
  readonly onPickImage: (insert: InsertImage) => void;
}

/** Reports only changes that the user makes in it; `onUnsupported` for a text that it would not return unchanged. */
export default function RichText(props: RichTextProps) {
  const { value, label, invalid = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const editorRef = useRef<Editor>(null);
  /** The value passed to the editor, and the content that the editor returned for it. */
  const shown = useRef({ value: '', content: '' });
  const reported = useRef(value);
  const isLoading = useRef(false);
  const kept = useRef(new Set<string>());
  const [isReady, setIsReady] = useState(false);
  const ready = useEffectEvent((editor: Editor) => props.onReady(editor));

  const reportUnsupported = useEffectEvent((part: string) => props.onUnsupported(part));
  const fail = useEffectEvent(() => props.onFailed());
  const showSource = useEffectEvent(() => props.onShowSource());
  const convert = useEffectEvent((url: string) => {
    // The editor converts every URL whenever it reads the text. URLs that were already there stay unchanged.
    if (isLoading.current) kept.current.add(url);
    if (!props.stripOrigins || kept.current.has(url)) return url;
    return stripDomain(url, props.stripOrigins);
  });
  const pickImage = useEffectEvent((editor: Editor) =>
    props.onPickImage((url, alt) => {
      editor.focus();
      const image = editor.dom.createHTML('img', { src: convert(url), alt });
      editor.undoManager.transact(() => editor.insertContent(image));
    }),
  );

  const load = useEffectEvent((editor: Editor) => {
    isLoading.current = true;
    kept.current.clear();
    editor.setContent(value);
    isLoading.current = false;
    const content = editor.getContent();
    shown.current = { value, content };
    reported.current = value;
    editor.undoManager.clear();
    editor.undoManager.add();
    editor.setDirty(false);
    const change = findChange(parseHtml(value), parseHtml(content));
    if (change !== undefined) reportUnsupported(change);
  });

  const reportChange = useEffectEvent((editor: Editor) => {
    if (isLoading.current || editorRef.current !== editor) return;
    const content = editor.getContent();
    const next = content === shown.current.content ? shown.current.value : content;
    if (next === reported.current) return;
    reported.current = next;
    beginEditing(editor.getContainer());
    props.onChange(next);
  });

  useEffect(() => {
    const container = host.current;
    if (!container) return;
    let editor: Editor | undefined;
    const timer = setTimeout(() => {
      const target = document.createElement('textarea');
      container.append(target);
      void hugerte.init({
        ...richTextOptions(label),
        target,
        urlconverter_callback: (url: string) => convert(url),
        setup: (created) => {
          editor = created;
          frameDocument(created, label, () => fail());
          addButtons(
            created,
            () => pickImage(created),
            () => showSource(),
          );
          created.on('PreInit', () => styleContent(created));
          created.on('init', () => {
            movePopupsIntoPanel(created);
            handleKeys(created);
            editorRef.current = created;
            load(created);
            setIsReady(true);
          });
          created.on('input change undo redo', () => reportChange(created));
        },
      });
    }, SETUP_DELAY);
    return () => {
      clearTimeout(timer);
      editorRef.current = null;
      editor?.remove();
      container.replaceChildren();
    };
  }, [label]);

  useLayoutEffect(() => {
    if (isReady && editorRef.current) ready(editorRef.current);
  }, [isReady]);

  useLayoutEffect(() => {
    // Changed from outside. A layout effect: a normal effect could run after the next key press.
    if (editorRef.current && value !== reported.current) load(editorRef.current);
  }, [value]);

  return (
    // Until it is ready, the owner shows the text in its place.
    <div
      ref={host}
      data-invalid={invalid ? '' : undefined}
      className={isReady ? '' : 'invisible absolute inset-x-0 top-0'}
    />
  );
}
