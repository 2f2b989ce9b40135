import { $path } from '#stores/app/route.ts';
import { createPanelStack } from '#stores/factories/create-edit-panel.ts';
import { $admins } from './list.ts';
import { type AdminPanel, createAdminPanel } from './panel.ts';

const stack = createPanelStack<AdminPanel>();
/** The open panel, if any. */
export const { $panels, disposeAll: disposePanels } = stack;

function open(admin: AdminPanel['$admin']['value']) {
  if ($panels.get().length) return;
  const panel: AdminPanel = createAdminPanel({ admin, onClose: () => stack.remove(panel) });
  stack.push(panel);
}

/** Opens an empty panel (AD-07). */
export const openNew = (): void => open(undefined);

/** Opens the panel of an administrator of the list (AD-07); does nothing for an unknown id. */
export function openListed(id: string): void {
  const list = $admins.get();
  const admin = list.state === 'ready' ? list.items.find((listed) => listed.id === id) : undefined;
  if (admin) open(admin);
}

function warnOnLeave(event: BeforeUnloadEvent): void {
  if ($panels.get().some((panel) => panel.$isDirty.get())) event.preventDefault();
}

/** Closes the panel when the route changes (SH-07). Returns a function that stops this and closes it. */
export function startPanels(): () => void {
  const stopPath = $path.listen(disposePanels);
  window.addEventListener('beforeunload', warnOnLeave);
  return () => {
    stopPath();
    window.removeEventListener('beforeunload', warnOnLeave);
    disposePanels();
  };
}
