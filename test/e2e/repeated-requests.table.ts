import type { Desk } from '../support/desk.js';
import type { TestPurser } from '../support/purser.js';

export type Input = Readonly<Record<string, unknown>>;

/** The desk and replicas that rows use to produce their outcome. */
export interface RepeatStage {
  readonly desk: Desk;
  /** Another replica with the desk's settings. */
  readonly replica: TestPurser;
  /** A replica in a live environment, whose profile lacks provider words. */
  readonly live: TestPurser;
  /** A replica that cannot reach the provider. */
  readonly cutOff: TestPurser;
  /** A replica that accepts only one card per payer. */
  readonly strict: TestPurser;
}

/** A request that is sent twice, and how to bring about its outcome. */
export interface RepeatedOutcome {
  /** The status or code that the answers show. */
  readonly tells: string;
  readonly by: string;
  /** Prepares the outcome, and returns the request. */
  readonly input: (stage: RepeatStage) => Input | Promise<Input>;
  /** Moves the recorded order or payout to this status after the first answer, which showed another. */
  readonly move?: (stage: RepeatStage, recorded: { readonly id: string; readonly input: Input }) => Promise<unknown>;
  /** Undoes a change that affects all requests, such as a shut gate. Rows with `undo` run one at a time. */
  readonly undo?: (stage: RepeatStage) => Promise<unknown>;
  /** The replica that answers. By default the desk and its replica take turns. */
  readonly at?: 'live' | 'cutOff' | 'strict';
}

/** Statuses and codes that a repeated request cannot return, each with the reason. */
export type Unrepeatable = Readonly<Record<string, string>>;

/**
 * Lists the statuses and codes that have neither a row nor a reason, and the rows whose status or code does not exist.
 */
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
