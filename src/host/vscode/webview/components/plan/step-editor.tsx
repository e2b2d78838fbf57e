import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { PLAN_TEXTS } from '../../../words/plan-words.js';

/** A step as the person writes it. */
interface Written {
  readonly description: string;
  readonly expectedOutcome: string;
}

interface Props {
  readonly step: Written;
  readonly onSave: (step: Written) => void;
  readonly onCancel: () => void;
}

/** The two texts of a step. Enter saves them, Escape leaves them as they were. */
export function StepEditor({ step, onSave, onCancel }: Props) {
  const [written, setWritten] = useState<Written>(step);
  const first = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const canSave = written.description.trim() !== '' && written.expectedOutcome.trim() !== '';
  const save = (): void => {
    if (canSave)
      onSave({
        description: written.description.trim(),
        expectedOutcome: written.expectedOutcome.trim(),
      });
  };
  const field = (name: keyof Written, label: string) => (
    <label>
      <span class="aside">{label}</span>
      <textarea
        {...(name === 'description' ? { ref: first } : {})}
        rows={1}
        dir="auto"
        value={written[name]}
        onInput={({ currentTarget: { value } }) => setWritten({ ...written, [name]: value })}
      />
    </label>
  );
  return (
    <form
      class="step-editor"
      aria-label={PLAN_TEXTS.editor}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event;
        const isPlainEnter = key === 'Enter' && !shiftKey && !ctrlKey && !altKey && !metaKey;
        if (key === 'Escape') onCancel();
        else if (isPlainEnter && target instanceof HTMLTextAreaElement && !event.isComposing) save();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {field('description', PLAN_TEXTS.description)}
      {field('expectedOutcome', PLAN_TEXTS.expectedOutcome)}
      <div class="buttons">
        <button type="submit" disabled={!canSave}>
          {PLAN_TEXTS.save}
        </button>
        <button type="button" class="quiet" onClick={onCancel}>
          {PLAN_TEXTS.cancel}
        </button>
      </div>
    </form>
  );
}
