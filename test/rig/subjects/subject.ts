import type { PayoutRequest } from '../plans/payout-request.js';

/** The addresses and secrets that a subject's processes and the other parts of the stage agree on. */
export interface StageAddresses {
  readonly databaseUrl: string;
  readonly providerUrl: string;
  readonly providerToken: string;
  readonly replicaPorts: readonly number[];
}

/** The caller's answer. */
export interface Acceptance {
  readonly id: string;
  /** Whether it still waits to be sent: asked again later, the answer is another one. */
  readonly isWaiting: boolean;
}

/** An attempt to pay, as the subject recorded it before it sent anything. */
export interface RecordedAttempt {
  readonly id: string;
  readonly payoutId: string;
  /** SHA-256, in hexadecimal, of the token at the end of its callback URL. */
  readonly tokenHash: string;
  readonly claimedAt: Date;
  readonly state: string;
  readonly providerPayoutId: string | null;
}

/** A system that makes payouts, put to the test. */
export interface Subject {
  /** The program of its replicas, below the root of the checkout. */
  readonly script: string;
  environment(addresses: StageAddresses, replica: number): NodeJS.ProcessEnv;
  /** Makes what the replicas do not make themselves. */
  prepare(): Promise<void>;
  /** Sets what a run is under, once the replicas are there and before any fault. */
  begin(replicaUrl: string): Promise<void>;
  /**
   * Asks one replica once for a payout, as a caller who may ask again.
   * @param withinMs how long the caller waits for the answer
   * @throws when the outcome is not known: a lost connection, or a failure of the server
   */
  ask(request: PayoutRequest, replicaUrl: string, withinMs?: number): Promise<Acceptance>;
  /**
   * Makes due now what waits for a time that a run would otherwise wait out. Called again and again once the faults are
   * over: what was refused by a circuit that was still open waits again.
   */
  passTime(): Promise<void>;
  /** The rows that the passing of time alone should have ended by now. */
  overdue(): Promise<string[]>;
  /** The rows that have not ended yet, in words; empty when nothing more is under way. */
  unsettled(): Promise<string[]>;
  attempts(): Promise<RecordedAttempt[]>;
}
