import type { Editor } from 'hugerte';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { beginEditing } from '#components/hooks/editing.ts';
import { findChange } from '#domain/records/rich-text/compare.ts';
import { stripDomain } from '#domain/records/rich-text/strip-domain.ts';
import hugerte from './hugerte.ts';
import { parseHtml } from './parse-html.ts';
import { frameDocument } from './rich-text-frame.ts';
import { addButtons, handleKeys, movePopupsIntoPanel, richTextOptions } from './rich-text-setup.ts';
import { styleContent } from './rich-text-styles.ts';

/** Delay before the editor is set up, in ms: a panel slides in first. */
const SETUP_DELAY = 100;

/** Inserts an image into the text. */
export type InsertImage = (url: string, alt: string) => void;

export interface RichTextProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Accessible name. */
  readonly label: string;
  readonly invalid?: boolean;
  /** URLs of these origins are inserted without their domain; undefined inserts URLs unchanged. */
  readonly stripOrigins: readonly string[] | undefined;
  /** Called if the editor would change the value; `part` describes the first part that would be lost. */
  readonly onUnsupported: (part: string) => void;
  readonly onFailed: () => void;
  /** Called once, when the editor is visible and has the text. */
  readonly onReady: (editor: Editor) => void;
  /** Called when the user chooses to edit the HTML source. */
  readonly onShowSource: () => void;
  readonly onPickImage: (insert: InsertImage) => void;
}

/** The value passed to the editor and the content that the editor returned for it. */
interface Shown {
  readonly value: string;
  readonly content: string;
}

/**
 * The rich-text editor. It reports only changes that the user makes in it. For a text that it would not return
 * unchanged it calls `onUnsupported`.
 */
export default function RichText(props: RichTextProps) {
  const { value, label, invalid = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const editorRef = useRef<Editor>(null);
  const shown = useRef<Shown>({ value: '', content: '' });
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
          addButtons(created, {
            onPickImage: () => pickImage(created),
            onShowSource: () => showSource(),
          });
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
    // The value was changed from outside: a restored draft, the other side of a conflict. A layout effect: a normal
    // effect could run after the next key press.
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
