import { useStore } from '@nanostores/react';
import type { KeyboardEvent } from 'react';
import type { CollectionType } from '../../../lib/domain/collection.ts';
import type { EditorTab } from '../../../lib/domain/schema/editor-errors.ts';
import { hasRules } from '../../../lib/domain/schema/rules.ts';
import type { CollectionEditor } from '../../../stores/collection-editor/editor.ts';
import { ErrorMark } from './ErrorMark.tsx';
import { useSlice } from './use-slice.ts';

/** The tabs of a collection of this type with their titles (CE-05). */
function tabsOf(type: CollectionType): readonly { readonly id: EditorTab; readonly title: string }[] {
  return [
    { id: 'fields', title: type === 'view' ? 'Query' : 'Fields' },
    { id: 'rules', title: 'API Rules' },
    ...(type === 'auth' ? [{ id: 'options', title: 'Options' } as const] : []),
  ];
}

const tabId = (id: string, tab: EditorTab) => `${id}-tab-${tab}`;
const panelId = (id: string, tab: EditorTab) => `${id}-panel-${tab}`;

/** What the content of a tab must carry. */
export const tabPanelProps = (id: string, tab: EditorTab) => ({
  role: 'tabpanel',
  id: panelId(id, tab),
  'aria-labelledby': tabId(id, tab),
});

/** Props of {@link EditorTabs}. */
export interface EditorTabsProps {
  readonly editor: CollectionEditor;
  /** What the ids of tabs and their panels begin with. */
  readonly id: string;
}

/** The tabs with their marks: messages inside (CE-06), rules that hold a filter (CE-07). */
export function EditorTabs({ editor, id }: EditorTabsProps) {
  const selected = useStore(editor.$tab);
  const errors = useStore(editor.$tabErrors);
  const type = useSlice(editor.$draft, (draft) => draft.type);
  const isRuled = useSlice(editor.$draft, (draft) => hasRules(draft));
  const tabs = tabsOf(type);

  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.id === selected);
    const target: Readonly<Record<string, number>> = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const tab = tabs[target[event.key] ?? -1];
    if (!tab) return;
    event.preventDefault();
    editor.$tab.set(tab.id);
    document.getElementById(tabId(id, tab.id))?.focus();
  }

  return (
    <div
      role="tablist"
      aria-label="Parts of the collection"
      tabIndex={-1}
      className="-mb-2 flex gap-4"
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabId(id, tab.id)}
          aria-selected={tab.id === selected}
          aria-controls={tab.id === selected ? panelId(id, tab.id) : undefined}
          tabIndex={tab.id === selected ? 0 : -1}
          className={`flex min-h-9 cursor-pointer items-center gap-1.5 border-b-2 text-sm max-sm:min-h-10 ${tab.id === selected ? 'border-primary font-medium' : 'border-transparent text-muted hover:text-base-content'}`}
          onClick={() => editor.$tab.set(tab.id)}
        >
          {tab.title}
          {tab.id === 'rules' && isRuled && (
            <span
              role="img"
              aria-label="Has rules"
              data-tooltip="Has rules"
              className="size-1.5 shrink-0 rounded-full bg-primary"
            />
          )}
          {errors.has(tab.id) && <ErrorMark />}
        </button>
      ))}
    </div>
  );
}
