import { isRecord } from '../../../actors/protocol/json/json-shape.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import { MAX_PLAN_STEPS } from '../../../actors/protocol/plans/plan.js';
import type { PlanFromView, WrittenStep } from '../../../actors/protocol/plans/plan-messages.js';

const DIGEST = /^[0-9a-f]{64}$/;

// Longer than a model may propose: a person may explain more. Units: UTF-16 units.
const MAX_TEXT_CHARS = 20_000;

/** Validates a message about the plan, as `readFromView` does. */
export function readPlanMessage(raw: Readonly<Record<string, unknown>>): PlanFromView | undefined {
  const { type, digest } = raw;
  switch (type) {
    case 'carryOutPlan':
    case 'skipStep':
    case 'giveUpPlan':
      return { type };
    case 'approvePlan': {
      const { without = [], clears } = raw;
      if (!isDigest(digest) || !isListOf(without, isId)) return undefined;
      return {
        type,
        digest,
        ...(without.length === 0 ? {} : { without }),
        ...(clears === true ? { clears } : {}),
      };
    }
    case 'changePlan': {
      const { steps } = raw;
      return isDigest(digest) && isListOf(steps, isStep)
        ? { type, digest, steps: steps.map(toStep) }
        : undefined;
    }
    default:
      return undefined;
  }
}

function isListOf<Item>(raw: unknown, isItem: (one: unknown) => one is Item): raw is readonly Item[] {
  return Array.isArray(raw) && raw.length <= MAX_PLAN_STEPS && raw.every(isItem);
}

function isDigest(raw: unknown): raw is string {
  return typeof raw === 'string' && DIGEST.test(raw);
}

function isId(raw: unknown): raw is number {
  return typeof raw === 'number' && Number.isSafeInteger(raw) && raw > 0;
}

function isStep(raw: unknown): raw is WrittenStep {
  return (
    isRecord(raw) &&
    isText(raw['description']) &&
    isText(raw['expectedOutcome']) &&
    (raw['id'] === undefined || isId(raw['id']))
  );
}

function isText(raw: unknown): raw is string {
  return typeof raw === 'string' && raw.trim() !== '' && raw.length <= MAX_TEXT_CHARS;
}

function toStep({ id, description, expectedOutcome }: WrittenStep): WrittenStep {
  return { ...omitUndefined({ id }), description, expectedOutcome };
}
