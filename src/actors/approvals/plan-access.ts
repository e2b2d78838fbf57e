import type { CommandGrants, SandboxRequest } from '../protocol/shell.js';
import type { LineUses, Verdict } from './verdict.js';

/** Whether commands may use the network: never, always, or once a person has allowed it for the conversation. */
export type NetworkPolicy = 'ask' | 'allow' | 'never';

/** What a command may access if it runs, and what a person has to allow first. */
export interface AccessPlan {
  readonly access: SandboxRequest;
  /** Sentences for the person; empty when nothing of it needs a question of its own. */
  readonly reasons: readonly string[];
}

const NOTHING: CommandGrants = { hasNetwork: false, mayWriteRepository: false, reveals: [] };
const NO_USES: LineUses = { usesNetwork: false, writesRepository: false };

/**
 * Plans what a command may access. A harmless one looks; any other one works, with what the model asks for and what the
 * line is seen to use.
 */
export function planAccess(
  verdict: Verdict | undefined,
  asked: CommandGrants = NOTHING,
  network: NetworkPolicy = 'ask',
): AccessPlan {
  const { usesNetwork, writesRepository } =
    verdict === undefined || verdict.kind === 'deny' ? NO_USES : verdict.uses;
  const wantsNetwork = asked.hasNetwork || usesNetwork;
  const mayWriteRepository = asked.mayWriteRepository || writesRepository;
  // Who allowed `git commit` allowed it to write to the repository.
  const asksForRepository = mayWriteRepository && !(verdict?.kind === 'safe' && writesRepository);
  const isHarmless = verdict?.kind === 'safe' && verdict.world === 'looking';
  if (isHarmless && !wantsNetwork && !mayWriteRepository && asked.reveals.length === 0)
    return { access: { kind: 'looking' }, reasons: [] };
  return {
    access: {
      kind: 'working',
      hasNetwork: network === 'allow' || (network === 'ask' && wantsNetwork),
      mayWriteRepository,
      reveals: asked.reveals,
    },
    reasons: [
      ...(wantsNetwork && network === 'ask'
        ? ['It runs with the network, as other commands that you allow in this conversation will.']
        : []),
      ...(asksForRepository ? ['It may write to the git repository.'] : []),
      ...(asked.reveals.length > 0 ? [`It can read ${asked.reveals.join(', ')}.`] : []),
    ],
  };
}
