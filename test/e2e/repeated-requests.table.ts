import type { Desk } from '../support/desk.js';
import type { TestPurser } from '../support/purser.js';

export type Input = Readonly<Record<string, unknown>>;

/** What outcomes are made with. */
export interface RepeatStage {
  readonly desk: Desk;
  /** Another replica of the desk. */
  readonly replica: TestPurser;
  /** A replica of a live desk, whose profile lacks words. */
  readonly live: TestPurser;
  /** A replica that does not reach the provider. */
  readonly cutOff: TestPurser;
  /** A replica that takes one card of a payer. */
  readonly strict: TestPurser;
}

/** A request that is made and repeated, and how it comes to its outcome. */
export interface RepeatedOutcome {
  /** The status or the code that both answers tell. */
  readonly tells: string;
  readonly by: string;
  /** Prepares the outcome, and returns the request. */
  readonly input: (stage: RepeatStage) => Input | Promise<Input>;
  /** Brings what was recorded into the status after the first answer, which said something else then. */
  readonly move?: (stage: RepeatStage, recorded: { readonly id: string; readonly input: Input }) => Promise<unknown>;
  /** Undoes what holds for every request, as a shut gate; such outcomes are made one after another. */
  readonly undo?: (stage: RepeatStage) => Promise<unknown>;
  /** Who answers; the desk and its replica in turns when absent. */
  readonly at?: 'live' | 'cutOff' | 'strict';
}

/** A status or a code that no repeated request can tell, and why. */
export type Unrepeatable = Readonly<Record<string, string>>;

/** The statuses and codes of a closed set that have neither an outcome nor a reason, and rows of none. */
export function outcomeGaps(
  closedSet: readonly string[],
  outcomes: readonly RepeatedOutcome[],
  unrepeatable: Unrepeatable,
): readonly string[] {
  const covered = new Set([...outcomes.map(({ tells }) => tells), ...Object.keys(unrepeatable)]);
  return [
    ...closedSet.filter((word) => !covered.has(word)).map((word) => `${word} is in no row`),
    ...[...covered].filter((word) => !closedSet.includes(word)).map((word) => `${word} is nothing that is answered`),
  ];
}
