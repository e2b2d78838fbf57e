import type { ComponentChildren } from 'preact';
import { omitUndefined } from '../../../../../actors/protocol/json/omit-undefined.js';
import { Icon } from './icon.js';

interface Props {
  /** The name of one of VS Code's codicons. */
  readonly icon: string;
  /** Whether it runs. */
  readonly isSpinning?: boolean;
  /** What is said on its line. */
  readonly line: ComponentChildren;
  readonly state: string;
  /** The tool that it calls. Default: none. */
  readonly tool?: string;
  readonly isOpen?: boolean;
  /** A button at the end of its line. Default: none. */
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A step of one line, which opens to what it did. */
export function Fold({ icon, isSpinning = false, line, state, tool, isOpen, action, children }: Props) {
  return (
    <div class="step-row">
      <details
        class="step"
        data-state={state}
        {...omitUndefined({ 'data-tool': tool })}
        {...(isOpen === true ? { open: true } : {})}
      >
        <summary>
          <Icon name={icon} isSpinning={isSpinning} />
          {line}
        </summary>
        <div class="step-body">{children}</div>
      </details>
      {action}
    </div>
  );
}
