import type { Editor } from 'hugerte';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Spinner } from '#components/elements/Spinner.tsx';
import { findChange } from '#domain/records/rich-text/compare.ts';
import { stripDomain } from '#domain/records/rich-text/strip-domain.ts';
import hugerte from './hugerte.ts';
import { parseHtml } from './parse-html.ts';
import { frameDocument } from './rich-text-frame.ts';
import { bringPopups, richTextOptions, setUpEditor } from './rich-text-setup.ts';
import { dressContent } from './rich-text-styles.ts';

/** How long after it is shown the editor is set up, in ms (RF-11): a panel slides in first. */
const SETUP_DELAY = 100;

/** Inserts an image into the text. */
export type InsertImage = (url: string, alt: string) => void;

/** Props of {@link RichText}. */
export interface RichTextProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Accessible name. */
  readonly label: string;
  readonly invalid?: boolean;
  /** Origins whose addresses are inserted without their domain; undefined inserts them as they are. */
  readonly stripOrigins: readonly string[] | undefined;
  /** The editor would change the value: `what` is the first thing that would not stay. */
  readonly onUnfit: (what: string) => void;
  readonly onFailed: () => void;
  readonly onWantSource: () => void;
  readonly onPickImage: (insert: InsertImage) => void;
}

/** What the editor was given and what it makes of that. */
interface Shown {
  readonly value: string;
  readonly content: string;
}

/**
 * The rich-text editor (RF-11). It tells changes that were made in it alone: a text that it would not give back
 * as it is goes to `onUnfit` instead.
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

  const unfit = useEffectEvent((what: string) => props.onUnfit(what));
  const fail = useEffectEvent(() => props.onFailed());
  const wantSource = useEffectEvent(() => props.onWantSource());
  const convert = useEffectEvent((url: string) => {
    // The editor asks for every address whenever it reads the text; those that were there are not inserted.
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
    if (change !== undefined) unfit(change);
  });

  const tell = useEffectEvent((editor: Editor) => {
    if (isLoading.current || editorRef.current !== editor) return;
    const content = editor.getContent();
    const next = content === shown.current.content ? shown.current.value : content;
    if (next === reported.current) return;
    reported.current = next;
    props.onChange(next);
  });

  useEffect(() => {
    const place = host.current;
    if (!place) return;
    let editor: Editor | undefined;
    const timer = setTimeout(() => {
      const target = document.createElement('textarea');
      place.append(target);
      void hugerte.init({
        ...richTextOptions(label),
        target,
        urlconverter_callback: (url: string) => convert(url),
        setup: (made) => {
          editor = made;
          frameDocument(made, label, () => fail());
          setUpEditor(made, {
            onPickImage: () => pickImage(made),
            onWantSource: () => wantSource(),
          });
          made.on('PreInit', () => dressContent(made));
          made.on('init', () => {
            bringPopups(made);
            editorRef.current = made;
            load(made);
            setIsReady(true);
          });
          made.on('input change undo redo', () => tell(made));
        },
      });
    }, SETUP_DELAY);
    return () => {
      clearTimeout(timer);
      editorRef.current = null;
      editor?.remove();
      place.replaceChildren();
    };
  }, [label]);

  useLayoutEffect(() => {
    // Another value came from outside: a draft that was restored, the other side of a conflict. At once: a later
    // moment could be after the next key.
    if (editorRef.current && value !== reported.current) load(editorRef.current);
  }, [value]);

  return (
    <div className="relative min-h-60" data-rich-text-editor="" aria-busy={!isReady}>
      {!isReady && (
        <div className="absolute inset-0 grid place-items-center rounded-field border border-base-content/20">
          <Spinner label="Loading editor..." />
        </div>
      )}
      <div ref={host} data-invalid={invalid ? '' : undefined} className={isReady ? '' : 'invisible'} />
    </div>
  );
}
