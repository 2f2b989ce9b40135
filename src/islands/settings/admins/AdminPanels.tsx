import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $panels, startPanels } from '#stores/settings/admins/panels.ts';
import { AdminPanelView } from './AdminPanelView.tsx';

/** The open panel of an administrator. */
export default function AdminPanels() {
  const panels = useStore($panels);
  useEffect(startPanels, []);
  return panels.map((panel) => <AdminPanelView key={panel.id} panel={panel} />);
}
