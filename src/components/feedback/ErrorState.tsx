import { Component, Fragment, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';

export interface ErrorStateProps {
  readonly title: string;
  /** What happened, as far as it is known; by default the message of `error`. */
  readonly message?: string;
  readonly error?: { readonly message: string };
  /** Called without arguments. */
  readonly onRetry?: () => unknown;
  readonly busy?: boolean;
  readonly retryLabel?: string;
  readonly children?: ReactNode;
}

/** Shown in place of something that failed to load, with a retry button. */
export function ErrorState(props: ErrorStateProps) {
  const { title, message = props.error?.message, onRetry, busy = false, children } = props;
  const { retryLabel = 'Try again' } = props;
  const box = useRef<HTMLDivElement>(null);
  // The focus of its button goes to the screen, unless a list or a panel, which know better where, have taken it.
  useLayoutEffect(() => {
    const element = box.current;
    const screen = element?.closest<HTMLElement>('[data-frame]');
    return () => {
      if (element?.contains(document.activeElement))
        setTimeout(() => document.activeElement === document.body && screen?.focus());
    };
  }, []);
  return (
    <div ref={box} role="alert" className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <span aria-hidden="true" className="icon-[ri--error-warning-line] size-6 text-error" />
      <p className="font-medium">{title}</p>
      {message && <p className="max-w-prose whitespace-pre-line break-words text-muted">{message}</p>}
      {(onRetry || children) && (
        <div className="flex flex-wrap justify-center gap-2">
          {onRetry && (
            <Button variant="outline" icon="icon-[ri--refresh-line]" busy={busy} onClick={() => onRetry()}>
              {retryLabel}
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  );
}

export interface ErrorBoundaryProps {
  readonly onError?: (error: unknown) => void;
  readonly children: ReactNode;
}

interface State {
  readonly failure: { readonly message: string } | undefined;
  readonly attempt: number;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Wraps each island. After a crash it shows the error and a retry button; the rest of the page keeps working. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failure: undefined, attempt: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { message: messageOf(error) } };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  retry = (): void => this.setState(({ attempt }) => ({ failure: undefined, attempt: attempt + 1 }));

  override render(): ReactNode {
    const { failure, attempt } = this.state;
    if (!failure) return <Fragment key={attempt}>{this.props.children}</Fragment>;
    const title = 'This part of the page stopped working.';
    return <ErrorState title={title} error={failure} onRetry={this.retry} />;
  }
}
