import { formatCount } from './format-count.js';

/** The plan of a chat. */
export const PLAN_TEXTS = {
  plan: 'Plan',
  stepOfPlan: 'A step of the plan',
  planFor: (goal: string) => `Plan: ${goal}`,
  done: (done: number, all: number) => `${done} of ${all} done`,
  steps: 'Steps of the plan',
  /** What a screen reader says before a step. */
  statuses: {
    pending: 'To do:',
    running: 'In progress:',
    completed: 'Done:',
    failed: 'Failed:',
    skipped: 'Skipped:',
  },
  expected: (outcome: string) => `Expected: ${outcome}`,
  include: (step: string) => `Include ${step}`,
  omitted: (steps: number, most: number) =>
    `${formatCount(steps, 'step')} more ${steps === 1 ? 'was' : 'were'} left out: a plan has at most ${most}.`,

  states: {
    draft: 'Nothing is changed before you approve it.',
    approved: 'You have approved it. No step has begun.',
    executing: '',
    completed: 'The plan is done.',
    failed: 'You have given the plan up.',
    abandoned: 'You have given the plan up.',
  },
  carriedOut: (number: number) => `Step ${number} is being carried out.`,
  interrupted: (number: number) => `Step ${number} was interrupted.`,
  waitsBefore: (number: number) => `The plan waits before step ${number}.`,
  waitsAt: (number: number, why: string) => `The plan waits at step ${number}: ${why}`,
  failures: {
    'not met': 'its outcome is not as expected.',
    'no verdict': 'the model did not say what came of it.',
    limit: 'it has used up its limits.',
    stopped: 'it was stopped.',
    error: 'its turn has failed.',
  },

  approve: 'Approve and begin',
  approveSome: (steps: number) => `Approve ${formatCount(steps, 'step')} and begin`,
  approveCleared: 'Approve, and forget the chat before it',
  begin: 'Begin',
  goOn: 'Go on',
  again: 'Try again',
  skip: 'Skip this step',
  comment: 'Ask for changes',
  add: 'Add a step',
  giveUp: 'Give the plan up',
  more: 'More for this plan',

  actions: (number: number) => `Actions for step ${number}`,
  edit: 'Edit',
  moveUp: 'Move up',
  moveDown: 'Move down',
  remove: 'Remove',
  commentStep: 'Comment',
  /** How a message about a step begins. */
  about: (number: number, description: string) => `About step ${number} (${description}): `,

  editor: 'Step of the plan',
  description: 'What is to be done',
  expectedOutcome: 'What is expected of it',
  save: 'Save',
  cancel: 'Cancel',
  toApprove: 'A plan that has changed has to be approved again.',
} as const;

/** What could not be done with a plan, and why. */
export const PLAN_FAILURES = {
  notShown: 'The plan could not be shown',
  notDone: 'The plan could not be changed',
  changed: 'it has changed since it was shown. Look at it again.',
  needsTrust: 'A plan changes files, which restricted mode does not allow: trust this folder first.',
} as const;
