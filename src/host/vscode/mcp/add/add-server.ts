import type { WrittenServer } from '../../../node/mcp/own-mcp-file.js';
import type { Prompts } from '../../prompts/prompts.js';
import { splitCommand } from './split-command.js';
import { MCP_ADD_TEXTS } from '../../words/mcp-words.js';
import { parseUrl } from '../../../../actors/protocol/web/parse-url.js';

// As `read-definitions` takes names.
const NAME = /^[a-zA-Z0-9_-]{1,40}$/;

/** A server that the person has described. */
export interface AddedServer {
  readonly name: string;
  readonly server: WrittenServer;
}

/** Asks for a server: how it is reached, and its name. Resolves to `undefined` when the person leaves. `taken`: names. */
export async function askForServer(
  prompts: Prompts,
  taken: readonly string[],
): Promise<AddedServer | undefined> {
  let reached: { readonly typed: string; readonly server: WrittenServer } | undefined;
  let isUrl = false;
  for (let step: 'kind' | 'reach' | 'name' = 'kind'; ;) {
    if (step === 'kind') {
      const kind = await askKind(prompts);
      if (typeof kind === 'string') return undefined;
      if (isUrl !== kind.value) reached = undefined;
      isUrl = kind.value;
      step = 'reach';
    } else if (step === 'reach') {
      const answer = await (isUrl ? askUrl : askCommand)(prompts, reached?.typed ?? '');
      if (answer === 'cancel') return undefined;
      step = answer === 'back' ? 'kind' : 'name';
      if (answer !== 'back') reached = { typed: answer.value, server: toServer(isUrl, answer.value) };
    } else {
      const { typed = '', server = {} } = reached ?? {};
      const name = await askName(prompts, suggestName(isUrl, typed), taken);
      if (name === 'cancel') return undefined;
      if (name !== 'back') return { name: name.value, server };
      step = 'reach';
    }
  }
}

function askKind(prompts: Prompts) {
  return prompts.choose<boolean>({
    title: MCP_ADD_TEXTS.title,
    placeholder: MCP_ADD_TEXTS.kind,
    rows: [
      { label: `$(terminal) ${MCP_ADD_TEXTS.command}`, detail: MCP_ADD_TEXTS.commandDetail, value: false },
      { label: `$(globe) ${MCP_ADD_TEXTS.url}`, detail: MCP_ADD_TEXTS.urlDetail, value: true },
    ],
    canGoBack: false,
  });
}

function askCommand(prompts: Prompts, value: string) {
  return prompts.ask({
    title: MCP_ADD_TEXTS.title,
    prompt: MCP_ADD_TEXTS.commandPrompt,
    placeholder: MCP_ADD_TEXTS.commandExample,
    value,
    findProblem: (text) => {
      const words = splitCommand(text);
      if (words === undefined) return MCP_ADD_TEXTS.commandOpen;
      return (words[0] ?? '') === '' ? MCP_ADD_TEXTS.commandMissing : undefined;
    },
    canGoBack: true,
  });
}

function askUrl(prompts: Prompts, value: string) {
  return prompts.ask({
    title: MCP_ADD_TEXTS.title,
    prompt: MCP_ADD_TEXTS.urlPrompt,
    placeholder: MCP_ADD_TEXTS.urlExample,
    value,
    findProblem: (text) =>
      /^https?:\/\/\S+$/i.test(text.trim()) && parseUrl(text.trim()) !== undefined
        ? undefined
        : MCP_ADD_TEXTS.urlWrong,
    canGoBack: true,
  });
}

function askName(prompts: Prompts, value: string, taken: readonly string[]) {
  return prompts.ask({
    title: MCP_ADD_TEXTS.title,
    prompt: MCP_ADD_TEXTS.namePrompt,
    value,
    findProblem: (text) => {
      const name = text.trim();
      if (!NAME.test(name) || name.includes('__')) return MCP_ADD_TEXTS.nameWrong;
      return taken.includes(name) ? MCP_ADD_TEXTS.nameTaken(name) : undefined;
    },
    canGoBack: true,
  });
}

function toServer(isUrl: boolean, typed: string): WrittenServer {
  if (isUrl) return { type: 'http', url: typed };
  const [command, ...args] = splitCommand(typed) ?? [];
  return { command, args };
}

/** `memory` for `npx -y @modelcontextprotocol/server-memory`, `example` for `https://mcp.example.com/mcp`. */
function suggestName(isUrl: boolean, typed: string): string {
  const words = isUrl ? [new URL(typed).hostname.split('.').at(-2) ?? ''] : (splitCommand(typed) ?? []);
  // The package or the script, and not what runs it or tells it what to do.
  const told = words.find((word, at) => (at > 0 || words.length === 1) && !word.startsWith('-')) ?? '';
  const last = told.split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .replace(/@[\d.]+$|@latest$|\.[cm]?[jt]s$|\.py$/, '')
    .replace(/^(?:mcp-)?server-|-mcp(?:-server)?$|^mcp-/, '');
  return plain
    .replaceAll(/[^a-zA-Z0-9_-]+/g, '-')
    .replaceAll(/_{2,}/g, '_')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
}
