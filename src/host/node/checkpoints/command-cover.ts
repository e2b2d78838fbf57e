import type { Checkpoints } from '../../../actors/protocol/checkpoints.js';

/** Covers what commands do to the roots. */
export type CommandCover = Pick<Checkpoints, 'beforeCommand' | 'findUncovered' | 'findInterrupted'>;
