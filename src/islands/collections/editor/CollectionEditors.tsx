import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $editors, startEditors } from '#stores/collections/editor/stack.ts';
import { CollectionEditorView } from './CollectionEditorView.tsx';

/** The open editors of collections, each above the previous one. */
export default function CollectionEditors() {
  const editors = useStore($editors);
  useEffect(startEditors, []);
  return editors.map((editor) => <CollectionEditorView key={editor.id} editor={editor} />);
}
