import { useStore } from '@nanostores/react';
import { Tabs } from '#components/elements/Tabs.tsx';
import { ErrorIndicator } from '#components/feedback/ErrorIndicator.tsx';
import type { CollectionType } from '#domain/collections/collection.ts';
import type { EditorTab } from '#domain/collections/editor/errors.ts';
import { hasRules, openRules } from '#domain/collections/editor/rules.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { useSlice } from './use-slice.ts';

/** The tabs of a collection of this type with their titles. */
function tabsOf(type: CollectionType): readonly { readonly id: EditorTab; readonly title: string }[] {
  return [
    { id: 'fields', title: type === 'view' ? 'Query' : 'Fields' },
    { id: 'rules', title: 'API Rules' },
    ...(type === 'auth' ? [{ id: 'options', title: 'Options' } as const] : []),
  ];
}

export interface EditorTabsProps {
  readonly editor: CollectionEditor;
  /** Prefix of the ids of the tabs and their panels. */
  readonly id: string;
}

/** The tabs with marks for errors inside and for rules with a filter. */
export function EditorTabs({ editor, id }: EditorTabsProps) {
  const selected = useStore(editor.$tab);
  const errors = useStore(editor.$tabErrors);
  const type = useSlice(editor.$values, (values) => values.type);
  const openCount = useSlice(editor.$values, (values) => openRules(values).length);
  const hasFilter = useSlice(editor.$values, (values) => hasRules(values));
  const marked = tabsOf(type).map((tab) => ({
    ...tab,
    mark: (
      <>
        {tab.id === 'rules' && openCount > 0 && (
          <span className="text-xs text-warning" data-tooltip="Rules that let anyone in">
            · {openCount} open
          </span>
        )}
        {tab.id === 'rules' && hasFilter && (
          <span
            role="img"
            aria-label="Has rules"
            data-tooltip="Has rules"
            className="size-1.5 shrink-0 rounded-full bg-primary"
          />
        )}
        {errors.has(tab.id) && <ErrorIndicator />}
      </>
    ),
  }));

  return (
    <Tabs
      id={id}
      label="Parts of the collection"
      tabs={marked}
      selected={selected}
      onSelect={(tab) => editor.$tab.set(tab)}
    />
  );
}
