import { Injectable } from '@nestjs/common';
import { classifyMove, MoveRefusedError } from '../../../common/state-machine.js';
import type { Transaction } from '../../../database/transaction.js';
import { type AttemptState, ATTEMPT_STATES } from '../domain/attempt-state.js';

export interface NewAttempt {
  readonly id: string;
  readonly payoutId: string;
  readonly number: number;
  readonly tokenHash: Buffer;
}

/** The facts learned of an attempt. */
export interface AttemptMove {
  readonly to: Exclude<AttemptState, 'CLAIMED'>;
  readonly reason: string;
  /** Left out, it stays as it is. */
  readonly httpStatus?: number | null;
  readonly providerPayoutId: string | null;
}

/**
 * The one door to the state of an attempt. In SQL, since every payout passes here, and TypeORM takes half as long
 * again.
 */
@Injectable()
export class AttemptStatesRepository {
  /**
   * @throws QueryFailedError when a payout has an attempt that may have been paid: the index that forbids paying twice
   */
  async insert(
    tx: Transaction,
    attempts: readonly NewAttempt[],
    { deadlineSeconds }: { readonly deadlineSeconds: number },
  ): Promise<void> {
    await tx.query(
      `INSERT INTO payout_attempts (id, payout_id, number, state, token_hash, claimed_at, deadline_at)
       SELECT id, payout_id, number, 'CLAIMED', token_hash, now.now, now.now + make_interval(secs => $5)
       FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::bytea[]) AS attempt (id, payout_id, number, token_hash),
         (SELECT clock_timestamp()) AS now (now)`,
      [
        attempts.map(({ id }) => id),
        attempts.map(({ payoutId }) => payoutId),
        attempts.map(({ number }) => number),
        attempts.map(({ tokenHash }) => tokenHash),
        deadlineSeconds,
      ],
    );
  }

  /**
   * Moves an attempt that is locked. One that is bound is bound to nothing else before that is taken back.
   *
   * @param attempt as it was read under its lock
   * @throws MoveRefusedError when the table of states has no such move, or the attempt has moved since
   */
  async move(
    tx: Transaction,
    { id, state: from }: { readonly id: string; readonly state: AttemptState },
    { to, reason, httpStatus, providerPayoutId }: AttemptMove,
  ): Promise<void> {
    const move = classifyMove(ATTEMPT_STATES, from, to);
    if (move !== 'step' && move !== 'correction') throw new MoveRefusedError(`Attempt ${id}`, from, to);
    const moved = await tx.query(
      `UPDATE payout_attempts SET state = $3, reason = $4, provider_payout_id = $5,
         http_status = CASE WHEN $6 THEN http_status ELSE $7 END, outcome_at = clock_timestamp()
       WHERE id = $1 AND state = $2 RETURNING id`,
      [id, from, to, reason, providerPayoutId, httpStatus === undefined, httpStatus ?? null],
    );
    if (moved.length === 0) throw new MoveRefusedError(`Attempt ${id}`, from, to);
  }
}
