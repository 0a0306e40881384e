import type { PayoutRequest } from '../plans/payout-request.js';

/** Addresses and secrets that a subject's processes share with the other parts of the stage. */
export interface StageAddresses {
  readonly databaseUrl: string;
  readonly providerUrl: string;
  readonly providerToken: string;
  readonly replicaPorts: readonly number[];
}

export interface Acceptance {
  readonly id: string;
  /** Whether the payout still waits to be sent. Then a later request gets another answer. */
  readonly isWaiting: boolean;
}

/** An attempt to pay, as the subject recorded it before sending anything. */
export interface RecordedAttempt {
  readonly id: string;
  readonly payoutId: string;
  /** SHA-256, in hexadecimal, of the token at the end of the attempt's callback URL. */
  readonly tokenHash: string;
  readonly claimedAt: Date;
  readonly state: string;
  readonly providerPayoutId: string | null;
}

/** A system under test that sends payouts. */
export interface Subject {
  /** The script that its replicas run, relative to the checkout's root. */
  readonly script: string;
  environment(addresses: StageAddresses, replica: number): NodeJS.ProcessEnv;
  /** Creates the objects that the replicas do not create themselves. */
  prepare(): Promise<void>;
  /** Sets the rules of a run, after the replicas are up and before any fault. */
  begin(replicaUrl: string): Promise<void>;
  /**
   * Sends one request for a payout to one replica, as a caller who may retry.
   * @param withinMs how long the caller waits for the answer
   * @throws if the outcome is unknown: a lost connection, or a failure of the server
   */
  ask(request: PayoutRequest, replicaUrl: string, withinMs?: number): Promise<Acceptance>;
  /**
   * Makes waiting rows due now instead of waiting for their time. Called repeatedly once the faults are over, because a
   * row that an open circuit refuses waits again.
   */
  passTime(): Promise<void>;
  /** Returns the rows that should have settled because their time has passed. */
  overdue(): Promise<string[]>;
  /** Describes the unsettled rows; empty if no work is in progress. */
  unsettled(): Promise<string[]>;
  attempts(): Promise<RecordedAttempt[]>;
}
