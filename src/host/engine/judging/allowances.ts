import { isDeepStrictEqual } from 'node:util';
import type { Allowance, ApprovalRule, RememberScope } from '../../../actors/protocol/approvals.js';
import type { TouchedPath } from '../../../actors/protocol/tool.js';
import { addAllowedEdits, type AllowedEdits } from '../../../actors/approvals/allowed-edits.js';

/** What a person has allowed until a conversation ends. */
export class Allowances {
  #rules: readonly ApprovalRule[] = [];
  #edits: AllowedEdits | undefined;
  /** Whether a command may use the network. */
  hasNetwork = false;

  get rules(): readonly ApprovalRule[] {
    return this.#rules;
  }

  get edits(): AllowedEdits | undefined {
    return this.#edits;
  }

  /** In the order in which they can be listed. */
  get list(): readonly Allowance[] {
    const edits = this.#edits;
    const files: readonly Allowance[] =
      edits === undefined || edits === 'all' ? [] : [...edits].map((path) => ({ kind: 'file', path }));
    return [
      ...(edits === 'all' ? [{ kind: 'edits' } as const] : files),
      ...this.#rules.map((rule) => ({ kind: 'rule', rule }) as const),
      ...(this.hasNetwork ? [{ kind: 'network' } as const] : []),
    ];
  }

  /** Adds what an answer allows beyond its call: these files, all edits, or calls like it. */
  add(scope: RememberScope, edits: readonly TouchedPath[], rules: readonly ApprovalRule[]): void {
    if (scope === 'edits') this.#edits = 'all';
    else if (scope === 'files') this.#edits = addAllowedEdits(this.#edits, edits);
    else this.#rules = [...this.#rules, ...rules];
  }

  /** Takes one back. Does nothing with what is not allowed. */
  revoke(allowance: Allowance): void {
    switch (allowance.kind) {
      case 'edits':
        if (this.#edits === 'all') this.#edits = undefined;
        break;
      case 'file':
        if (this.#edits !== undefined && this.#edits !== 'all')
          this.#edits = new Set([...this.#edits].filter((path) => path !== allowance.path));
        break;
      case 'network':
        this.hasNetwork = false;
        break;
      default: {
        const { rule } = allowance;
        this.#rules = this.#rules.filter((known) => !isDeepStrictEqual(known, rule));
      }
    }
  }

  /** Takes all of them back. */
  clear(): void {
    this.#rules = [];
    this.#edits = undefined;
    this.hasNetwork = false;
  }
}
