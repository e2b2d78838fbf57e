import type { ToolCategory } from '../../../actors/protocol/tool.js';
import type { AutoApproval } from './auto-approve.js';
import type { ApprovalResponse } from '../../engine/judging/approval-options.js';
import type { ApprovalRequest } from './ask-person.js';

// `Read file` is missing: only a rule of the person asks about reading, and no option overrides rules.
const ALLOWED_BY: Readonly<Partial<Record<ToolCategory, AutoApproval>>> = {
  'File edits': 'edits',
  'Dangerous tools': 'commands',
  'Web tools': 'all',
  'MCP tools': 'all',
};

/** Counts the approvals and denials of one turn. */
export class Denials {
  #approved = 0;
  #denied = 0;
  readonly #unasked: ApprovalRequest[] = [];

  /** Denies a request when nobody can be asked. The reason tells the model so. */
  denyUnasked(request: ApprovalRequest): ApprovalResponse {
    this.#unasked.push(request);
    return {
      decision: 'deny',
      reason: [
        'it needs the approval of a person, and nobody is there to ask.',
        ...request.reasons,
        'Go on without it, or say what you would have done.',
        ...optionsFor([request]).map((option) => `Whoever runs this can allow it with ${option}.`),
      ].join(' '),
    };
  }

  note({ decision }: ApprovalResponse): void {
    if (decision === 'approve') this.#approved++;
    else this.#denied++;
  }

  /** Whether there were requests and all of them were denied. */
  get hasOnlyDenials(): boolean {
    return this.#denied > 0 && this.#approved === 0;
  }

  /** Advice on requests that were denied because nobody could be asked; `undefined` when there were none. */
  get hint(): string | undefined {
    const count = this.#unasked.length;
    if (count === 0) return undefined;
    const tools = [...new Set(this.#unasked.map(({ tool }) => tool))].join(', ');
    const calls = count === 1 ? '1 call was' : `${count} calls were`;
    const options = optionsFor(this.#unasked);
    const unattended = options.length === 0 ? '' : `, or with ${options.join(' ')}`;
    return `${calls} denied, because nobody could be asked: ${tools}. Run it on a terminal to be asked${unattended}.`;
  }
}

/** Whether no option allows a call: it goes to an address that is not public. */
function isAskedEachTime({ preview }: ApprovalRequest): boolean {
  return preview?.kind === 'page' && (preview.addresses !== undefined || preview.isPrivateName === true);
}

/** The options that would have allowed these calls. */
function optionsFor(requests: readonly ApprovalRequest[]): readonly string[] {
  const needed = new Set(
    requests
      .filter((request) => !isAskedEachTime(request))
      .flatMap(({ category }) => ALLOWED_BY[category] ?? []),
  );
  return [...needed].map((what) => `--auto-approve ${what}`);
}
