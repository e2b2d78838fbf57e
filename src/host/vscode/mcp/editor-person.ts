import type { McpInputQuestion, McpPerson } from '../../api.js';
import type { Prompts } from '../prompts/prompts.js';
import { hostOfPage } from './host-of-page.js';
import type { SecretInputs } from './secret-values.js';
import type { ServerDesk } from './server-desk.js';
import type { ServerQuestions } from './server-questions.js';
import { MCP_SIGN_IN_TEXTS } from '../words/mcp-words.js';

interface EditorPersonOptions {
  readonly prompts: Prompts;
  readonly inputs: SecretInputs;
  readonly questions: Pick<ServerQuestions, 'ask'>;
  readonly desk: () => Pick<ServerDesk, 'isAttended' | 'need'>;
  /** Shows an address whole, and opens it if the person wants that. Resolves to whether it was opened. */
  readonly openPage: (question: string, page: string, button: string) => Promise<boolean>;
  /** Shows that the start of a server waits for the browser. */
  readonly showWaiting: (server: string) => void;
  readonly browserUrl: (local: string) => Promise<string>;
  readonly onNotice: (message: string) => void;
}

/**
 * The person of this editor, for servers. Nothing is asked of its own accord: a server that wants a sign-in or a value
 * when it starts by itself does not start, and the desk says what it needs. It is asked once the person has started it.
 */
export function createEditorPerson(options: EditorPersonOptions): McpPerson {
  const { questions, desk, openPage, showWaiting, browserUrl, onNotice } = options;
  return {
    answer: (question, signal) => questions.ask(question, signal),
    signIn: async ({ server, page }) => {
      if (!desk().isAttended(server)) {
        desk().need(server, 'signIn');
        return false;
      }
      const { open, openButton } = MCP_SIGN_IN_TEXTS;
      if (!(await openPage(open(server, hostOfPage(page) ?? page), page, openButton))) {
        desk().need(server, 'signIn');
        return false;
      }
      showWaiting(server);
      return true;
    },
    browserUrl,
    input: (question) => giveInput(question, options),
    onNotice,
  };
}

async function giveInput(
  { id, description, isPassword, options, value = '', server, source = '' }: McpInputQuestion,
  { prompts, inputs, desk }: EditorPersonOptions,
): Promise<string | undefined> {
  const stored = await inputs.get(source, id);
  if (stored !== undefined) return stored;
  if (!desk().isAttended(server)) {
    desk().need(server, 'input');
    return undefined;
  }
  const title = MCP_SIGN_IN_TEXTS.inputTitle(server);
  const prompt = MCP_SIGN_IN_TEXTS.inputPrompt(description);
  const answer =
    options === undefined
      ? await prompts.ask({
          title,
          prompt,
          value,
          isSecret: isPassword,
          findProblem: (text) => (text.trim() === '' ? MCP_SIGN_IN_TEXTS.inputMissing : undefined),
          canGoBack: false,
        })
      : await prompts.choose({
          title,
          placeholder: prompt,
          rows: options.map((option) => ({ label: option, value: option })),
          active: value,
          canGoBack: false,
        });
  if (typeof answer === 'string') {
    desk().need(server, 'input');
    return undefined;
  }
  await inputs.set(source, id, answer.value);
  return answer.value;
}
