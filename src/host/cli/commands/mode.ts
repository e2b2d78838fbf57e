import type { AgentMode } from '../../../actors/protocol/agent.js';
import { SettingsError } from '../../../actors/protocol/errors.js';
import type { ChatCommand } from './command.js';

const MODES: Readonly<Record<AgentMode, string>> = {
  ask: 'no tools',
  gather: 'reading only',
  plan: 'reading, and a plan that you approve before anything is done',
  agent: 'every tool',
};

export const modeCommand: ChatCommand = {
  name: 'mode',
  parameter: '[ask|gather|plan|agent]',
  summary: 'show or change what the model may do',
  async run(argument, chat) {
    if (argument !== '') chat.mode = readMode(argument);
    const { out } = chat;
    for (const [name, meaning] of Object.entries(MODES)) {
      const isOn = name === chat.mode;
      await out.line(out.style(isOn ? 'bold' : 'dim', `${isOn ? '●' : ' '} ${name.padEnd(8)}${meaning}`));
    }
  },
};

function readMode(text: string): AgentMode {
  if (Object.hasOwn(MODES, text)) return text as AgentMode;
  throw new SettingsError(`There is no mode "${text}": use ${Object.keys(MODES).join(', ')}.`, {
    setting: 'mode',
  });
}
