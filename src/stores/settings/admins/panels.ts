import { createPanelStack } from '#stores/factories/create-edit-panel.ts';
import { loadedAdmins } from './list.ts';
import { type AdminPanel, createAdminPanel } from './panel.ts';

const stack = createPanelStack<AdminPanel>();
/** The open panel, if any. */
export const { $panels, disposeAll: disposePanels, start: startPanels } = stack;

function open(admin: AdminPanel['$admin']['value']) {
  if ($panels.get().length) return;
  const panel: AdminPanel = createAdminPanel({ admin, onClose: () => stack.remove(panel) });
  stack.push(panel);
}

/** Opens an empty panel. */
export const openNew = (): void => open(undefined);

/** Opens the panel of an administrator of the list; does nothing for an unknown id. */
export function openListed(id: string): void {
  const admin = loadedAdmins().find((listed) => listed.id === id);
  if (admin) open(admin);
}
