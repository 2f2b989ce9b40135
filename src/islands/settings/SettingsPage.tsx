import { type ReactNode, useEffect } from 'react';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useInitial } from '#islands/island.tsx';
import { OfferedDraft, useSaveForm } from '#islands/use-save-form.tsx';
import { SettingsFooter, type SettingsFooterProps } from './SettingsFooter.tsx';
import { SettingsHeader } from './SettingsHeader.tsx';

export interface SettingsPageProps extends Omit<SettingsFooterProps, 'onStop'> {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly skeletonFields?: number;
  /** Sends empty required fields too, so that the backend's messages appear beside them. */
  readonly noValidate?: boolean;
  /** Saves the form; by default `form.save`. After `false` the first invalid field gets the focus. */
  readonly onSave?: () => unknown;
  readonly children: ReactNode;
}

function LoadingFields({ count }: { readonly count: number }) {
  return (
    <div className="wide-content wide-columns px-4 py-1" role="status" aria-label="Loading" data-skeleton="">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are all the same.
        <div key={index} className="flex h-19 flex-col gap-2 pt-1">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  );
}

/** The form of a settings page: header, states, fields and footer. */
export function SettingsPage(props: SettingsPageProps) {
  const { form, title, intro, skeletonFields = 3, noValidate, onSave, children } = props;
  const saved = useSaveForm(onSave ? { ...form, save: onSave } : form);
  useEffect(() => form.start(), [form]);
  const state = useInitial(form.$state);

  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col">
      <SettingsHeader title={title} />
      {state === 'failed' && <ErrorState title="The settings could not be loaded." onRetry={form.load} />}
      {state === 'busy' && <LoadingFields count={skeletonFields} />}
      {state === 'ready' && (
        <form
          ref={saved.ref}
          tabIndex={-1}
          noValidate={noValidate}
          aria-label={title}
          className="flex min-h-0 flex-col outline-none max-sm:flex-1"
          onSubmit={saved.onSubmit}
        >
          <div className="min-h-0 overflow-y-auto px-4 py-1 max-sm:flex-1">
            <div className="wide-content">
              <OfferedDraft panel={form} form={saved} text="This page has unsaved changes." />
              {intro && <div className="mb-3 max-w-3xl text-muted">{intro}</div>}
              <div className="wide-columns">{children}</div>
            </div>
          </div>
          <div className="px-4">
            <SettingsFooter {...props} onStop={saved.stop} />
          </div>
        </form>
      )}
    </div>
  );
}
