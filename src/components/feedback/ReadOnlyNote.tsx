import { setReadOnly } from '#browser/read-only.ts';
import { READ_ONLY_NOTE, useReadOnly } from '#components/hooks/use-read-only.ts';
import { READ_ONLY_WAYS } from '#domain/app/read-only.ts';

/** Says that nothing can be changed, and by whom; a mode of this device can be switched off here. */
export function ReadOnlyNote({ className = '' }: { readonly className?: string }) {
  const by = useReadOnly();
  if (!by) return null;
  return (
    <span className={`inline-flex flex-wrap items-center gap-x-2 ${className}`}>
      <span className="icon-[ri--lock-line] size-4 shrink-0" aria-hidden="true" />
      {by === 'operator' ? `${READ_ONLY_NOTE} ${READ_ONLY_WAYS.operator}` : READ_ONLY_NOTE}
      {by === 'device' && (
        <button
          type="button"
          className="cursor-pointer py-1 underline outline-current max-sm:h-10 max-sm:min-w-10"
          onClick={() => setReadOnly(false)}
        >
          Switch off
        </button>
      )}
    </span>
  );
}
