import { createHash } from 'node:crypto';
import type { SkillSummary } from '../../src/actors/protocol/instructions/skill-summary.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import type { InstructionsReader } from '../../src/host/instructions/instructions-reader.js';
import type { FoundRules, RulesFolder } from '../../src/host/instructions/read-rules.js';

const FOLDER: RulesFolder = { path: '/work' as AbsPath, from: 'workspace', shown: '', depth: 0 };

/** The rules of a workspace, which a test changes. `undefined`: there are none. */
export class PlayedInstructions implements InstructionsReader {
  readonly everywhere = [FOLDER];
  rules: string | undefined;

  locate(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  read(): Promise<readonly FoundRules[]> {
    if (this.rules === undefined) return Promise.resolve([]);
    const digest = createHash('sha256').update(this.rules).digest('hex');
    return Promise.resolve([
      {
        path: '/work/AGENTS.md',
        shown: 'AGENTS.md',
        from: 'workspace',
        folder: '',
        digest,
        text: this.rules,
      },
    ]);
  }

  listSkills(): Promise<readonly SkillSummary[]> {
    return Promise.resolve([]);
  }
}
