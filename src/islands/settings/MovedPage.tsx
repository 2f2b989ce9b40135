import AuthCollections from './AuthCollections.tsx';
import { SettingsHeader } from './SettingsHeader.tsx';

interface MovedPageProps {
  readonly title: string;
  /** Where it is, and why. */
  readonly text: string;
}

export default function MovedPage({ title, text }: MovedPageProps) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SettingsHeader title={title} />
      <div className="min-h-0 grow overflow-y-auto px-4 py-1">
        <p className="mb-3 max-w-3xl text-muted">{text}</p>
        <AuthCollections />
      </div>
    </div>
  );
}
