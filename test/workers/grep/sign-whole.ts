import { type SignedFiles, type SignJob, signJob } from '../../../src/workers/grep/sign-job.js';

/** Signs all files of a job, however slow the machine is: a job ends after its time, and its caller goes on with the rest. */
export function signWhole(job: SignJob): SignedFiles {
  const outcomes: number[] = [];
  const stamps: number[] = [];
  const words: number[] = [];
  do {
    const from = outcomes.length;
    const signed = signJob({ ...job, paths: job.paths.slice(from), stamps: job.stamps.slice(from) });
    outcomes.push(...signed.outcomes);
    stamps.push(...signed.stamps);
    for (const word of signed.words) words.push(word);
  } while (outcomes.length < job.paths.length);
  return { outcomes, stamps, words: Uint32Array.from(words) };
}
