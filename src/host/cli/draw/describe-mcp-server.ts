import { redactSecrets } from '../../../actors/llm/redact.js';
import type { McpServerDefinition } from '../../../actors/protocol/mcp.js';
import { findWrittenSecrets } from '../../mcp/find-written-secrets.js';
import { escapeHidden } from './escape-hidden.js';

/** What a definition starts or reaches, on one line and without its secrets. */
export function describeMcpServer(definition: McpServerDefinition): string {
  const { transport, sandbox } = definition;
  const what =
    transport.kind === 'stdio'
      ? [
          ...Object.entries(transport.env).map(([name, value]) => `${name}=${value}`),
          transport.command,
          ...transport.args,
        ]
          .map(quoteWord)
          .join(' ')
      : [
          transport.url,
          ...Object.entries(transport.headers).map(([name, value]) => `${name}: ${value}`),
        ].join(', ');
  const where =
    sandbox === undefined ? '' : ` (in the sandbox${sandbox.network ? ', with the network' : ''})`;
  return escapeHidden(redactSecrets(what, findWrittenSecrets(definition)) + where);
}

function quoteWord(word: string): string {
  return /^[\w./:=@%+,${}-]+$/.test(word) ? word : JSON.stringify(word);
}
