import type { RulesFile } from '../../protocol/instructions/rules-file.js';
import type { SkillSummary } from '../../protocol/instructions/skill-summary.js';
import type { LLMMessage } from '../../protocol/llm.js';
import type { ThreadEntry } from '../../protocol/thread.js';
import { rulesText, skillsText } from './instructions-text.js';

/** The instructions that the next request of a branch has. */
export interface LoadedInstructions {
  readonly files: ReadonlyMap<string, RulesFile>;
  readonly skills: readonly SkillSummary[];
}

/** The instructions of a branch. What a compaction has cut or left out is not among them. */
export function findLoadedInstructions(branch: readonly ThreadEntry[]): LoadedInstructions {
  const files = new Map<string, RulesFile>();
  let skills: readonly SkillSummary[] = [];
  for (const entry of branch) {
    if (entry.kind === 'instructions') {
      for (const file of entry.files)
        if (file.change === 'gone') files.delete(file.path);
        else files.set(file.path, file);
      skills = entry.skills ?? skills;
    }
    if (entry.kind === 'compaction') {
      for (const [path, file] of files) if (!isTold(rulesText(file), entry.messages)) files.delete(path);
      if (skills.length > 0 && !isTold(skillsText(skills), entry.messages)) skills = [];
    }
  }
  return { files, skills };
}

function isTold(text: string, messages: readonly LLMMessage[]): boolean {
  return messages.some(({ role, content }) => role === 'user' && content.includes(text));
}
