import { type Disposable, type OutputChannel, window } from 'vscode';
import type { McpLogLine } from '../../../actors/protocol/mcp.js';
import { toVisibleName } from '../../markdown/visible-text.js';
import type { ServerDesk } from './server-desk.js';
import { MCP_TEXTS } from '../words/mcp-words.js';

/** The logs of servers as output channels of the editor, each made when it is first looked at. */
export class ServerLogs implements Disposable {
  readonly #desk: Pick<ServerDesk, 'logs'>;
  readonly #channels = new Map<string, { readonly channel: OutputChannel; readonly unwatch: () => void }>();

  constructor(desk: Pick<ServerDesk, 'logs'>) {
    this.#desk = desk;
  }

  /** Shows the log of a server, and what is added to it from now on. Errors: `SettingsError` for a server that is gone. */
  show(name: string): void {
    const known = this.#channels.get(name);
    if (known !== undefined) {
      known.channel.show(true);
      return;
    }
    const { logs } = this.#desk;
    const lines = logs.log(name);
    const channel = window.createOutputChannel(MCP_TEXTS.log(name), 'log');
    channel.append(lines.map(toLine).join(''));
    const unwatch = logs.onLog(name, (line) => {
      channel.append(toLine(line));
    });
    this.#channels.set(name, { channel, unwatch });
    channel.show(true);
  }

  dispose(): void {
    for (const { channel, unwatch } of this.#channels.values()) {
      unwatch();
      channel.dispose();
    }
    this.#channels.clear();
  }
}

/** `2026-01-31 18:30:00.123 [server] text`, as the editor's own logs begin. */
function toLine({ atMs, from, text }: McpLogLine): string {
  const time = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000).toISOString();
  return `${time.slice(0, -1).replace('T', ' ')} [${from}] ${toVisibleName(text)}\n`;
}
