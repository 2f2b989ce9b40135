import { inFrame, island } from '#islands/island.tsx';
import { routes } from '#routing/routes.ts';
import { SettingsHeader } from './SettingsHeader.tsx';

const { frame, title } = routes.settingsBackups;

function Backups() {
  return <SettingsHeader title={title} />;
}

export default island(inFrame(frame), Backups);
