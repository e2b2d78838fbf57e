import type { ToolCategory } from '../../../actors/protocol/tool.js';
import type { AutoApproval } from './auto-approve.js';
import type { ApprovalAnswer, ApprovalRequest } from './ask-person.js';

// Reading is asked about by a rule of the person's own, which no option overrides.
const ALLOWED_BY: Readonly<Partial<Record<ToolCategory, AutoApproval>>> = {
  'File edits': 'edits',
  'Dangerous tools': 'commands',
  'MCP tools': 'all',
};

/** What became of the calls of one turn that needed an approval. */
export class Denials {
  #approved = 0;
  #denied = 0;
  readonly #unasked: ApprovalRequest[] = [];

  /** What the model is told where nobody can be asked. */
  denyUnasked(request: ApprovalRequest): ApprovalAnswer {
    this.#unasked.push(request);
    return {
      decision: 'deny',
      reason: [
        'This call was not run: it needs the approval of a person, and nobody is there to ask.',
        ...request.reasons,
        'Go on without it, or say what you would have done.',
        ...optionsFor([request]).map((option) => `Whoever runs this can allow it with ${option}.`),
      ].join(' '),
    };
  }

  note({ decision }: ApprovalAnswer): void {
    if (decision === 'approve') this.#approved++;
    else this.#denied++;
  }

  /** Whether there were such calls and all of them were denied. */
  get isAll(): boolean {
    return this.#denied > 0 && this.#approved === 0;
  }

  /** What to do about calls that were denied because nobody could be asked; `undefined` when there were none. */
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

/** The options that would have let these calls run. */
function optionsFor(requests: readonly ApprovalRequest[]): readonly string[] {
  const needed = new Set(requests.flatMap(({ category }) => ALLOWED_BY[category] ?? []));
  return [...needed].map((what) => `--auto-approve ${what}`);
}
