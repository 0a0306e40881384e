/** The steps before the first real payment, in their order; docs/operations/go-live.md explains each. */
export const SETUP_STEPS = [
  'SECOND_PERSON',
  'POLICIES',
  'BALANCE',
  'ORDER_WEBHOOKS',
  'PAYOUT_WEBHOOKS',
  'BACKUPS',
  'JOURNAL',
] as const;

export type SetupStepName = (typeof SETUP_STEPS)[number];

/** Whether each step is done as far as Purser can see; it sees no backups. */
export type SetupFacts = Readonly<Record<Exclude<SetupStepName, 'BACKUPS'>, boolean>>;

/** Somebody's word that a step is done. */
export interface SetupMark {
  readonly step: SetupStepName;
  readonly note: string;
  readonly markedBy: string;
  readonly markedAt: Date;
}

export interface SetupStep {
  readonly name: SetupStepName;
  readonly isDone: boolean;
  readonly canBeMarked: boolean;
  /** Null if nobody marked it. */
  readonly mark: SetupMark | null;
}

/** Whether a person may mark a step, because Purser cannot see it or because the installation does not need it. */
export function canBeMarked(step: SetupStepName): boolean {
  return step !== 'SECOND_PERSON';
}

export function toSetupSteps(facts: SetupFacts, marks: readonly SetupMark[]): readonly SetupStep[] {
  return SETUP_STEPS.map((name) => {
    const mark = marks.find(({ step }) => step === name) ?? null;
    const isSeen = name !== 'BACKUPS' && facts[name];
    return { name, isDone: isSeen || mark !== null, canBeMarked: canBeMarked(name), mark };
  });
}
