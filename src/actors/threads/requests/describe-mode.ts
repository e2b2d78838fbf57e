import type { AgentMode } from '../../protocol/agent.js';

const DESCRIPTIONS: Readonly<Record<AgentMode, string>> = {
  ask: 'answer from this conversation alone, every call of a tool is refused. When a question can only be answered from the files, say so: the modes gather and agent can read them.',
  gather:
    'you can read but change nothing, and calls that could change something are refused. When you are asked for a change, describe it exactly.',
  plan: 'you can read, and run commands that change nothing; calls that could change something are refused. Find out what has to be done, put it to the person as a plan with propose_plan, and do not begin with it. A message about the plan is no approval: propose the whole plan anew.',
  agent:
    'you can use all of your tools. Change only what the task needs, in the style of the code around it, and check the result.',
};

/** What a change of the mode means for a model, as sentences. Source: SPEC A2. */
export function describeMode(mode: AgentMode): string {
  return `The mode is ${mode} from here on: ${DESCRIPTIONS[mode]}`;
}
