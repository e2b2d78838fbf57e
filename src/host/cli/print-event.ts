import type { AgentEvent } from '../../actors/protocol/agent.js';
import { describeApproval } from './describe-approval.js';
import { formatParams } from './format-params.js';
import type { Output } from './output.js';

// Lines of an observation that are shown: enough to see what came, the model has the rest.
const OBSERVATION_LINES = 6;
// Characters of one line of it, and of the parameters of a call: more than a wide terminal holds is noise.
const LINE_CHARS = 160;

/** Shows the events of a turn to a person, as they come. One printer a turn. */
export class EventPrinter {
  readonly #out: Output;
  #isMidLine = false;
  /** The call whose output is on the screen already. */
  #streamed: string | undefined;
  /** What comes next is about what was observed: it stands apart. */
  #hasObserved = false;

  constructor(out: Output) {
    this.#out = out;
  }

  async print(event: AgentEvent): Promise<void> {
    const out = this.#out;
    switch (event.type) {
      case 'token': {
        const text = out.foreign(event.content);
        if (this.#hasObserved) await out.line();
        this.#hasObserved = false;
        await out.write(event.channel === 'reasoning' ? out.style('dim', text) : text);
        if (text !== '') this.#isMidLine = !text.endsWith('\n');
        return;
      }
      case 'action':
        await this.#freshLine();
        await out.line(
          `${out.style('cyan', '→')} ${out.style('bold', out.foreign(event.tool))} ${out.foreign(cutLine(formatParams(event.params)))}`,
        );
        return;
      case 'tool_output':
        this.#streamed = event.callId;
        await out.write(out.style('dim', out.foreign(event.text)));
        this.#isMidLine = !event.text.endsWith('\n');
        return;
      case 'observation': {
        await this.#freshLine();
        this.#hasObserved = true;
        const isShown = event.result.success && this.#streamed === event.callId;
        const text = excerpt(event.result.output, isShown ? 1 : OBSERVATION_LINES);
        const mark = event.result.success ? out.style('green', '←') : out.style('red', '✗');
        await out.line(`${mark} ${out.foreign(event.tool)} ${out.style('dim', out.foreign(text))}`);
        return;
      }
      case 'approval_request':
        await this.#freshLine();
        for (const line of describeApproval(event, out)) await out.line(line);
        return;
      case 'retry': {
        await this.#freshLine();
        const seconds = Math.ceil(event.waitMs / 1000);
        const next = `trying again in ${seconds} s (try ${event.attempt} of ${event.maxAttempts})`;
        await out.line(out.style('yellow', `… ${out.foreign(event.reason)} ${next}`));
        return;
      }
      case 'notice':
        await this.#freshLine();
        await out.line(out.style('yellow', out.foreign(event.message)));
        return;
      case 'thought':
        await this.#freshLine();
        return;
      case 'answer':
        await this.#freshLine();
        return;
      case 'error':
        await this.#freshLine();
        await out.line(`${out.style('red', `${event.name}:`)} ${out.foreign(event.message)}`);
        return;
      case 'usage':
        return;
    }
  }

  async #freshLine(): Promise<void> {
    if (this.#isMidLine) await this.#out.line();
    this.#isMidLine = false;
  }
}

function excerpt(text: string, maxLines: number): string {
  const lines = text.trimEnd().split('\n');
  const shown = lines.slice(0, maxLines).map(cutLine);
  const rest = lines.length - shown.length;
  if (rest > 0 && maxLines > 1) shown.push(`(${rest} more ${rest === 1 ? 'line' : 'lines'})`);
  return shown.join('\n  ');
}

function cutLine(line: string): string {
  return line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS)}…` : line;
}
