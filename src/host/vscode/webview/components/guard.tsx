import { Component, type ComponentChildren } from 'preact';

interface Props {
  /** What is drawn instead. */
  readonly instead: ComponentChildren;
  readonly children: ComponentChildren;
}

interface State {
  readonly hasFailed: boolean;
}

/** Keeps a failure to draw one part of the view from taking the rest with it. */
export class Guard extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static override getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ComponentChildren {
    return this.state.hasFailed ? this.props.instead : this.props.children;
  }
}
