import { commands, Range, type SymbolInformation, type Uri, window, workspace } from 'vscode';
import { openAttached } from '../mentions/open-attached.js';
import { choosePlace } from './choose-place.js';
import { type Definition, findDefinitions } from './find-definitions.js';
import type { PlaceContext } from './open-place.js';
import { PLACE_TEXTS } from '../words/command-words.js';

// A language server that is still starting may take minutes, and a person who has clicked waits for a second or two.
const PROVIDER_TIMEOUT_MS = 1_500;

/** Where a symbol is defined, as the editor's language services know it. */
interface KnownSymbol {
  readonly uri: Uri;
  readonly range: Range;
  readonly container: string;
}

/**
 * Opens the definition of a symbol: by the editor's language services, or else where a line of the workspace looks like
 * it. Lets the person choose among several, and tells them when there is none. Errors: those of the content search.
 */
export async function openSymbol(symbol: string, context: PlaceContext): Promise<void> {
  const known = await findKnownSymbols(symbol);
  if (known.length > 0) {
    const chosen = await choosePlace(
      PLACE_TEXTS.which(symbol),
      known.map((value) => ({
        label: symbol,
        description: `${workspace.asRelativePath(value.uri)}:${value.range.start.line + 1}`,
        value,
      })),
    );
    if (chosen !== undefined)
      await window.showTextDocument(chosen.uri, {
        selection: new Range(chosen.range.start, chosen.range.start),
      });
    return;
  }
  await openDefinition(symbol, context);
}

async function openDefinition(symbol: string, { workspace: index, files }: PlaceContext): Promise<void> {
  const found = await findDefinitions(symbol, index);
  if (found.length === 0) {
    void window.showInformationMessage(PLACE_TEXTS.noDefinition(symbol));
    return;
  }
  const chosen = await choosePlace<Definition>(
    PLACE_TEXTS.which(symbol),
    found.map((value) => ({
      label: value.text.trim().slice(0, 200),
      description: `${value.path}:${value.line}`,
      value,
    })),
  );
  if (chosen === undefined) return;
  const { root, path, line } = chosen;
  await openAttached({ path: `${root}/${path}`, line }, { roots: index.roots, files });
}

/** Never rejects: without language services there is still the text of the files. */
async function findKnownSymbols(symbol: string): Promise<readonly KnownSymbol[]> {
  const [name = '', container] = symbol.split('.').reverse();
  const all = await withinTime(
    commands.executeCommand<readonly SymbolInformation[] | undefined>(
      'vscode.executeWorkspaceSymbolProvider',
      name,
    ),
  );
  const named = (all ?? [])
    .filter((one) => one.name.replace(/\(.*\)$/, '') === name)
    // What a message names is the person's own code. The editor knows that of libraries as well.
    .filter(({ location }) => workspace.getWorkspaceFolder(location.uri) !== undefined)
    .filter(({ location }) => !location.uri.path.includes('/node_modules/'))
    .map(({ location: { uri, range }, containerName }) => ({ uri, range, container: containerName }));
  const inside = container === undefined ? [] : named.filter((one) => one.container === container);
  return inside.length > 0 ? inside : named;
}

async function withinTime<Value>(answer: Thenable<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, PROVIDER_TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } catch {
    // A provider that fails says so in its own log.
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
