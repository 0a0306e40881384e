import { SETUP_STEPS, type SetupFacts, type SetupMark, toSetupSteps } from './setup-steps.js';

const NOTHING: SetupFacts = {
  SECOND_PERSON: false,
  POLICIES: false,
  BALANCE: false,
  ORDER_WEBHOOKS: false,
  PAYOUT_WEBHOOKS: false,
  JOURNAL: false,
};

const doneSteps = (facts: SetupFacts, marks: readonly SetupMark[] = []): string[] =>
  toSetupSteps(facts, marks).flatMap(({ name, isDone }) => (isDone ? [name] : []));

describe('the steps before the first real payment', () => {
  it('the steps before the first real payment are all open in a new installation, in the order of the page', () => {
    expect(toSetupSteps(NOTHING, []).map(({ name }) => name)).toEqual(SETUP_STEPS);
    expect(doneSteps(NOTHING)).toEqual([]);
  });

  it.each(Object.keys(NOTHING))('%s is done once Purser sees it', (name) => {
    expect(doneSteps({ ...NOTHING, [name]: true })).toEqual([name]);
  });

  it('a step is done by the word of a person, which is shown with it', () => {
    const mark = { step: 'BACKUPS', note: 'Restored on Friday', markedBy: 'anna', markedAt: new Date(0) } as const;
    expect(doneSteps(NOTHING, [mark])).toEqual(['BACKUPS']);
    expect(toSetupSteps(NOTHING, [mark]).find(({ name }) => name === 'BACKUPS')).toMatchObject({ mark });
  });

  it('a second person must be seen: nobody can mark that step', () => {
    const seen = toSetupSteps(NOTHING, []).flatMap(({ name, canBeMarked }) => (canBeMarked ? [] : [name]));
    expect(seen).toEqual(['SECOND_PERSON']);
  });
});
