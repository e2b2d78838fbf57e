import type { SandboxRefusal } from '../protocol/sandbox-refusal.js';
import type { CommandGrants, SandboxRequest } from '../protocol/shell.js';
import type { LineUses, Verdict } from './verdict.js';

/** Whether commands may use the network: never, always, or once a person has allowed it for the conversation. */
export type NetworkPolicy = 'ask' | 'allow' | 'never';

/** What a command may access if it runs, and what a person has to allow first. */
export interface AccessPlan {
  readonly access: SandboxRequest;
  /** What it may access beyond the files of the workspace, as sentences for the person. */
  readonly reasons: readonly string[];
  /** Whether a person has to allow that, even where a rule or the mode lets the command run. */
  readonly isAskedAbout: boolean;
}

const NOTHING: CommandGrants = { hasNetwork: false, mayWriteRepository: false, reveals: [] };
const NO_USES: LineUses = { usesNetwork: false, writesRepository: false };

/**
 * Plans what a command may access. A harmless one looks; any other one works, with what the model asks for and what the
 * line is seen to use. `refusal` is what the looking world has kept from it.
 */
export function planAccess(
  verdict: Verdict | undefined,
  asked: CommandGrants = NOTHING,
  network: NetworkPolicy = 'ask',
  refusal?: SandboxRefusal,
): AccessPlan {
  const { usesNetwork, writesRepository } =
    verdict === undefined || verdict.kind === 'deny' ? NO_USES : verdict.uses;
  const wantsNetwork = asked.hasNetwork || usesNetwork || refusal === 'network';
  const mayWriteRepository = asked.mayWriteRepository || writesRepository;
  const isHarmless = verdict?.kind === 'safe' && verdict.world === 'looking' && refusal === undefined;
  if (isHarmless && !wantsNetwork && !mayWriteRepository && asked.reveals.length === 0)
    return { access: { kind: 'looking' }, reasons: [], isAskedAbout: false };
  const isNetworkAskedAbout = wantsNetwork && network === 'ask';
  // Who allowed `git commit` allowed it to write to the repository.
  const isRepositoryAskedAbout = mayWriteRepository && !(verdict?.kind === 'safe' && writesRepository);
  const hasNetwork = network === 'allow' || isNetworkAskedAbout;
  return {
    access: {
      kind: 'working',
      hasNetwork,
      mayWriteRepository,
      reveals: asked.reveals,
    },
    reasons: [
      ...(hasNetwork ? ['It runs with the network.'] : []),
      ...(mayWriteRepository ? ['It may write to the git repository.'] : []),
      ...(asked.reveals.length > 0 ? [`It can read ${asked.reveals.join(', ')}.`] : []),
    ],
    isAskedAbout: isNetworkAskedAbout || isRepositoryAskedAbout || asked.reveals.length > 0,
  };
}
