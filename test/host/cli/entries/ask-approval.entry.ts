// A turn on a terminal with one call that is asked about; the first argument says of what kind. Run in a pty.
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { ToolRegistry } from '../../../../src/actors/tools/calls/registry.js';
import { askOnTerminal } from '../../../../src/host/cli/approvals/ask-approval.js';
import { Interrupts } from '../../../../src/host/cli/terminal/interrupts.js';
import { QuestionQueue } from '../../../../src/host/cli/terminal/question-queue.js';
import { Output } from '../../../../src/host/cli/terminal/output.js';
import { TurnScreen } from '../../../../src/host/cli/turn/turn-screen.js';
import { runTurn } from '../../../../src/host/cli/turn/run-turn.js';
import { systemClock } from '../../../../src/actors/runtime/clock.js';
import { EventPrinter } from '../../../../src/host/cli/turn/print-event.js';
import { Keyboard } from '../../../../src/host/cli/terminal/keyboard.js';
import { AgentEngine } from '../../../../src/host/engine/agent-engine.js';
import { loadBashParser } from '../../../../src/host/node/bash-parser.js';
import { asksFor, PlayedModel, says } from '../../../doubles/played-model.js';
import { simpleTool } from '../../../doubles/simple-tool.js';

const isCommand = process.argv[2] === 'command';
const saysFiles = process.argv[2] === 'edit';
const files = ['src/commands/run.ts', 'src/\u202ea.ts'].map(
  (shown) => ({ shown, absolute: `/work/${shown}` as AbsPath, change: 'edit' }) as const,
);
const tools = new ToolRegistry();
tools.register({
  ...simpleTool(isCommand ? 'run_command' : 'change', {
    isReadOnly: false,
    category: isCommand ? 'Dangerous tools' : 'File edits',
  }),
  preview: () =>
    Promise.resolve(
      isCommand
        ? { kind: 'command', command: 'npm test \u202e# x', cwd: '/work', notes: ['No sandbox.'] }
        : {
            kind: 'diff',
            path: 'a.ts',
            diff: '@@ -1 +1 @@\n-old\u200b\n+new\n',
            ...(saysFiles ? { files } : {}),
          },
    ),
});
const name = isCommand ? 'run_command' : 'change';
const engine = new AgentEngine({
  adapter: new PlayedModel([asksFor([name, {}]), asksFor([name, {}]), says('Done.')]),
  tools,
  roots: ['/work' as AbsPath],
  judging: { loadParser: loadBashParser },
});
const out = new Output(process.stdout, { hasColor: true });
const interrupts = new Interrupts();
const keyboard = new Keyboard({
  input: process.stdin,
  write: (text) => {
    out.control(text);
  },
  clock: systemClock,
  isPlain: false,
});
const thread = engine.createThread();
const signal = interrupts.next();
const screen = new TurnScreen(thread, {
  view: new EventPrinter({ steps: out }),
  clock: systemClock,
  signal,
  askPerson: askOnTerminal({ out, interrupts, keyboard, questions: new QuestionQueue() }),
});
const next = { in: 'chat' } as const;
const outcome = await screen.end(
  await runTurn(thread, { text: 'Hi' }, { mode: 'agent', screen, next, signal }),
);
interrupts.close();
await out.line(
  `END ${outcome.type === 'error' ? outcome.code : outcome.type} raw=${String(process.stdin.isRaw)}`,
);
