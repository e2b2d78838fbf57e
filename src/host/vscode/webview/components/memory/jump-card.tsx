import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JumpChoice } from '../../../../../actors/protocol/file-version.js';
import type { PlannedFile } from '../../../../../actors/protocol/ui-memory.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import type { AskedJump, MemoryState } from '../../state/memory-state.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';
import { CHECKPOINT_TEXTS } from '../../../words/memory-words.js';

interface Props {
  readonly asked: AskedJump;
  readonly plan: MemoryState['plan'];
  readonly dispatch: Dispatch;
}

/** The question whether to go back to a moment: what would become of each file, and a choice for each conflict. */
export const JumpCard = memo<Props>(function JumpCard({ asked, plan, dispatch }) {
  const { moment, scope } = asked;
  const [choices, setChoices] = useState<ReadonlyMap<string, JumpChoice>>(new Map());
  const root = useRef<HTMLElement>(null);
  useLayoutEffect(() => root.current?.focus(), [moment, scope]);
  const files = plan?.files ?? [];
  const isKnown = plan !== undefined && plan.problem === undefined;
  const isUseful = isKnown && (scope === 'both' || files.some(({ action }) => action !== 'lost'));
  const cancel = (): void => dispatch({ type: 'askJump' });
  const restore = (): void => {
    const chosen = files.flatMap((file) => {
      const choice = choices.get(file.path) ?? file.choices?.[0];
      return file.action === 'conflict' && choice !== undefined ? [{ path: file.path, choice }] : [];
    });
    dispatch({ type: 'tell', message: { type: 'jump', moment, scope, choices: chosen } });
  };
  return (
    <section
      ref={root}
      class="jump-card"
      tabIndex={-1}
      aria-label={CHECKPOINT_TEXTS.title[scope]}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        cancel();
      }}
    >
      <h2>{CHECKPOINT_TEXTS.title[scope]}</h2>
      <p role="status">
        {plan === undefined ? CHECKPOINT_TEXTS.looking : (plan.problem ?? describe(files.length, scope))}
      </p>
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <PlannedFileLine
              key={file.path}
              file={file}
              choice={choices.get(file.path)}
              onChoose={(choice) => setChoices(new Map(choices).set(file.path, choice))}
            />
          ))}
        </ul>
      )}
      <div class="buttons">
        <button type="button" class="primary" disabled={!isUseful} onClick={restore}>
          {CHECKPOINT_TEXTS.restore}
        </button>
        {files.length > 0 && (
          <button
            type="button"
            onClick={() => dispatch({ type: 'tell', message: { type: 'showJump', moment } })}
          >
            {CHECKPOINT_TEXTS.show}
          </button>
        )}
        <button type="button" onClick={cancel}>
          {CHECKPOINT_TEXTS.cancel}
        </button>
      </div>
      {isUseful && <p class="aside">{CHECKPOINT_TEXTS.canRedo}</p>}
    </section>
  );
});

function describe(files: number, scope: AskedJump['scope']): string {
  if (files > 0) return CHECKPOINT_TEXTS.changes(files);
  return scope === 'both' ? CHECKPOINT_TEXTS.nothingBoth : CHECKPOINT_TEXTS.nothing;
}

interface LineProps {
  readonly file: PlannedFile;
  /** Default: the safest one. */
  readonly choice: JumpChoice | undefined;
  readonly onChoose: (choice: JumpChoice) => void;
}

function PlannedFileLine({ file, choice, onChoose }: LineProps) {
  const { shown, action, choices = [], effect } = file;
  const name = toVisibleName(shown);
  return (
    <li data-action={action}>
      <bdi class="name" title={name}>
        {name}
      </bdi>{' '}
      {action === 'restore' && <span class="aside">{CHECKPOINT_TEXTS.effects[effect]}</span>}
      {action === 'lost' && <span class="aside">{CHECKPOINT_TEXTS.lost}</span>}
      {action === 'conflict' && (
        <>
          <span class="aside">{CHECKPOINT_TEXTS.conflict}</span>
          <select
            aria-label={CHECKPOINT_TEXTS.choose(name)}
            value={choice ?? choices[0]}
            onChange={({ currentTarget: { value } }) => {
              const chosen = choices.find((one) => one === value);
              if (chosen !== undefined) onChoose(chosen);
            }}
          >
            {choices.map((one) => (
              <option key={one} value={one}>
                {CHECKPOINT_TEXTS.choices[one]}
              </option>
            ))}
          </select>
        </>
      )}
    </li>
  );
}
