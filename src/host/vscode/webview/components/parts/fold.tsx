import type { ComponentChildren } from 'preact';

interface Props {
  /** The kind of step: `Thought`, `read_file`. */
  readonly title: ComponentChildren;
  /** Details on the same line. */
  readonly detail?: ComponentChildren;
  readonly state: string;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** A step that is collapsed to one line until the person opens it. */
export function Fold({ title, detail, state, isOpen, children }: Props) {
  return (
    <details class="step" data-state={state} {...(isOpen === true ? { open: true } : {})}>
      <summary>
        <span class="step-title">{title}</span> <span class="step-detail">{detail}</span>{' '}
        <span class="step-state">{state}</span>
      </summary>
      <div class="step-body">{children}</div>
    </details>
  );
}
