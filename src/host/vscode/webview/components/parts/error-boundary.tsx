import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';

interface Props {
  /** Drawn in place of a part that failed. */
  readonly fallback: ComponentChildren;
  readonly children: ComponentChildren;
}

/** An error boundary: a part that fails to render does not take the rest of the view with it. */
export function ErrorBoundary({ fallback, children }: Props) {
  const [error] = useErrorBoundary() as [unknown, () => void];
  return <>{error === undefined ? children : fallback}</>;
}
