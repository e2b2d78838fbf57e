import { Component, type ComponentChildren } from 'preact';

interface Props {
  /** Drawn in place of a part that failed. */
  readonly fallback: ComponentChildren;
  readonly children: ComponentChildren;
}

interface State {
  readonly hasFailed: boolean;
}

/** An error boundary: a part that fails to render does not take the rest of the view with it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static override getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ComponentChildren {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
