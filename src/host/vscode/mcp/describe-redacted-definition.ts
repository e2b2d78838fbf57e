import { redactSecrets } from '../../../actors/llm/redact.js';
import type { McpServerDefinition } from '../../../actors/protocol/mcp.js';
import { toVisibleName } from '../../markdown/visible-text.js';
import { findSecrets } from '../../mcp/find-secrets.js';
import { MCP_APPROVAL_TEXTS } from '../words/mcp-words.js';

/**
 * What a definition starts or reaches, whole but for the values of its variables and headers and for what looks like a
 * secret. Shape: lines, with hidden characters visible.
 */
export function describeRedactedDefinition(definition: McpServerDefinition, definedIn: string): string {
  const { transport, sandbox } = definition;
  const secrets = findSecrets(definition);
  const line = (label: string, value: string): readonly string[] =>
    value === '' ? [] : [`${label}: ${toVisibleName(redactSecrets(value, secrets))}`];
  const texts = MCP_APPROVAL_TEXTS;
  if (transport.kind !== 'stdio') {
    const { url, headers, oauth } = transport;
    return [
      ...line(texts.address, url),
      ...line(texts.headers, Object.keys(headers).join(', ')),
      ...line(texts.client, oauth?.id ?? oauth?.metadataUrl ?? ''),
      ...line(texts.definedIn, definedIn),
      '',
      texts.reaches,
    ].join('\n');
  }
  const { command, args, env, cwd } = transport;
  const reach = sandbox?.network === true ? texts.runsInSandboxWithNetwork : texts.runsInSandbox;
  return [
    ...line(texts.command, [command, ...args].map(quoteWord).join(' ')),
    ...line(texts.folder, cwd ?? ''),
    ...line(texts.variables, Object.keys(env).join(', ')),
    ...line(texts.definedIn, definedIn),
    '',
    sandbox === undefined ? texts.runs : reach,
  ].join('\n');
}

/** A word of a command, in quotes where its borders could be misread. */
function quoteWord(word: string): string {
  return /^[\w./\\:=@%+,~${}-]+$/.test(word) ? word : JSON.stringify(word);
}
