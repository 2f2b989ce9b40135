import { Component, Fragment, type ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';

export interface ErrorBoundaryProps {
  /** What crashed, in one line. */
  readonly title?: string;
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
    const title = this.props.title ?? 'This part of the page stopped working.';
    return <ErrorState title={title} error={failure} onRetry={this.retry} />;
  }
}
