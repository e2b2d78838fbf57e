import type { NameGroup } from './name-row.js';

/** Instructions, settings, tool servers and plugins of coding agents. */
export const AGENTS: NameGroup = {
  what: 'a file of instructions for agents',
  rows: [
    {
      names: 'agents.md agents.override.md agent.md .agents',
      readBy: 'Codex, Cursor, Troupe and most other agents, at the start of a conversation',
    },
    { names: '.troupe troupe.md', readBy: 'Troupe, at the start of a conversation' },
    {
      names: 'claude.md claude.local.md .claude .claude-plugin',
      readBy: 'Claude Code, when it starts: instructions, hooks, plugins',
    },
    { names: '.mcp.json', readBy: 'Claude Code, Visual Studio and others, which start the servers in it' },
    { names: 'mcp.json', readBy: 'editors and agents, which start the tool servers in it' },
    { names: '.codex', readBy: 'Codex, when it starts' },
    { names: 'gemini.md .gemini', readBy: 'Gemini CLI, when it starts' },
    { names: 'qwen.md .qwen', readBy: 'Qwen Code, when it starts' },
    { names: 'opencode.json opencode.jsonc .opencode', readBy: 'opencode, when it starts' },
    { names: 'crush.md crush.json .crush.json .crush', readBy: 'Crush, when it starts' },
    { names: 'warp.md .warp', readBy: 'Warp, when its agent is asked' },
    { names: '.cursorrules .cursor', readBy: 'Cursor, when the folder is opened' },
    { names: '.windsurfrules .windsurf', readBy: 'Windsurf, when the folder is opened' },
    { names: '.clinerules', readBy: 'Cline, with each task' },
    { names: '.roo .roorules* .roomodes', readBy: 'Roo Code, with each task' },
    { names: '.kilocode .kilocodemodes .kilocoderules', readBy: 'Kilo Code, with each task' },
    { names: '.continue .continuerules', readBy: 'Continue, when the folder is opened' },
    { names: '.augment .augment-guidelines', readBy: 'Augment, when the folder is opened' },
    { names: '.amazonq', readBy: 'Amazon Q, with each question' },
    { names: '.kiro', readBy: 'Kiro, when the folder is opened: steering, hooks, tool servers' },
    { names: '.junie', readBy: 'Junie, with each task' },
    { names: '.trae', readBy: 'Trae, when the folder is opened' },
    { names: '.factory', readBy: 'Factory, when it starts' },
    { names: '.void .voidrules', readBy: 'Void, when the folder is opened' },
    { names: '.pi', readBy: 'pi, when it starts: extensions, which it runs' },
    { names: '.rules', readBy: 'Zed, with each conversation of its agent' },
    { names: '.goosehints .goose', readBy: 'Goose, when it starts' },
    { names: '.openhands', readBy: 'OpenHands, when it starts: `setup.sh` is run' },
    { names: '.aider.conf.yml .aider.model.settings.yml', readBy: 'aider, when it starts' },
    { names: 'conventions.md', readBy: 'aider, where its settings name it', isTopOnly: true },
    {
      names: forges('copilot-instructions.md instructions prompts chatmodes agents copilot hooks skills'),
      readBy: 'GitHub Copilot, in the editor and on its server',
    },
  ],
};

function forges(names: string): string {
  return names
    .split(' ')
    .map((name) => `.github/${name} .gitea/${name} .forgejo/${name}`)
    .join(' ');
}
