import { commands, type SymbolInformation, SymbolKind } from 'vscode';
import type { MentionOffer } from '../../../actors/protocol/ui.js';
import { pathOf } from './recent-files.js';

// Behind the files, or after `#`: a person who misses a symbol types another letter.
const MAX_SYMBOLS = 20;

/** The symbols of the workspace whose names match, as the editor's language extensions find them. */
export async function findSymbols(query: string): Promise<readonly MentionOffer[]> {
  const found = await commands.executeCommand<readonly SymbolInformation[] | undefined>(
    'vscode.executeWorkspaceSymbolProvider',
    query,
  );
  const offers = (found ?? []).flatMap(({ name, kind, location }): MentionOffer[] => {
    const path = pathOf(location.uri);
    if (path === undefined) return [];
    const { start, end } = location.range;
    const range = { startLine: start.line + 1, endLine: end.line + 1 };
    return [{ kind: 'symbol', name, icon: iconOf(kind), path, range }];
  });
  return offers.slice(0, MAX_SYMBOLS);
}

/** The name of the codicon: `enum-member` for `SymbolKind.EnumMember`. */
function iconOf(kind: SymbolKind): string {
  return (SymbolKind[kind] ?? 'Misc').replace(/\B[A-Z]/g, '-$&').toLowerCase();
}
