import { type Disposable, LanguageModelTextPart, LanguageModelToolResult, lm } from 'vscode';
import type { Host } from '../../api.js';
import { INDEX_TOOL_TEXTS } from '../words/editor-words.js';

/** What each tool of the manifest is here, and what the editor says while it runs. */
const TOOLS: Readonly<Record<string, { readonly tool: string; readonly message: string }>> = {
  troupe_search_paths: { tool: 'search_pathnames_only', message: INDEX_TOOL_TEXTS.searchesPaths },
  troupe_search_contents: { tool: 'search_for_files', message: INDEX_TOOL_TEXTS.searchesContents },
  troupe_directory_tree: { tool: 'get_dir_tree', message: INDEX_TOOL_TEXTS.readsTree },
};

/**
 * Offers the reading tools of the index to models of other extensions. `openHost` is called with the first use, and
 * rejects with the reason why there is none. Source: SPEC V.
 */
export function registerIndexTools(openHost: () => Promise<Host>): readonly Disposable[] {
  // Editors that are made from this one may lack it.
  if (!('registerTool' in lm)) return [];
  return Object.entries(TOOLS).map(([name, { tool, message }]) =>
    lm.registerTool<object>(name, {
      prepareInvocation: () => ({ invocationMessage: message }),
      invoke: async ({ input }, token) => {
        const { callIndexTool } = await import('./call-index-tool.js');
        const text = await callIndexTool(await openHost(), tool, input, token);
        return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
      },
    }),
  );
}
