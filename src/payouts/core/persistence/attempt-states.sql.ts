import { Injectable } from '@nestjs/common';
import { classifyMove, MoveRefusedError } from '../../../common/state-machine.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { AttemptReason } from '../domain/attempt-reason.js';
import { type AttemptState, ATTEMPT_STATES } from '../domain/attempt-state.js';

export interface NewAttempt {
  readonly id: string;
  readonly payoutId: string;
  readonly number: number;
  readonly tokenHash: Buffer;
}

export interface AttemptMove {
  readonly to: Exclude<AttemptState, 'CLAIMED'>;
  readonly reason: AttemptReason;
  /** If absent, the stored status stays. */
  readonly httpStatus?: number | null;
  readonly providerPayoutId: string | null;
}

/**
 * Writes the states of attempts. No other class does. In SQL, because every payout passes through here, and TypeORM
 * takes half as long again.
 */
@Injectable()
export class AttemptStatesRepository {
  /**
   * Inserts attempts.
   * @throws QueryFailedError if the payout already has an attempt that may have been paid: a unique index forbids a
   * second one
   */
  async insert(
    tx: Transaction,
    attempts: readonly NewAttempt[],
    { deadlineSeconds }: { readonly deadlineSeconds: number },
  ): Promise<void> {
    await tx.write({
      table: 'payout_attempts',
      sql: (given) =>
        `INSERT INTO payout_attempts (id, payout_id, number, state, token_hash, claimed_at, deadline_at)
         SELECT id, payout_id, number, 'CLAIMED', token_hash, now.now,
           now.now + make_interval(secs => ${given(deadlineSeconds)})
         FROM unnest(${given(attempts.map(({ id }) => id))}::uuid[],
             ${given(attempts.map(({ payoutId }) => payoutId))}::uuid[],
             ${given(attempts.map(({ number }) => number))}::int[],
             ${given(attempts.map(({ tokenHash }) => tokenHash))}::bytea[]) AS attempt (id, payout_id, number, token_hash),
           (SELECT clock_timestamp()) AS now (now)`,
    });
  }

  /**
   * Moves a locked attempt. An attempt that is bound to a provider payout must be unbound before it is bound to
   * another.
   * @param attempt as read under its lock
   * @throws MoveRefusedError if the state table lacks the move. If the attempt has moved since, the transaction's next
   * statement throws it.
   */
  async move(
    tx: Transaction,
    { id, payoutId, state: from }: { readonly id: string; readonly payoutId: string; readonly state: AttemptState },
    { to, reason, httpStatus, providerPayoutId }: AttemptMove,
  ): Promise<void> {
    const move = classifyMove(ATTEMPT_STATES, from, to);
    const refusal = (): Error => new MoveRefusedError(`Attempt ${id}`, from, to);
    if (move !== 'step' && move !== 'correction') throw refusal();
    await tx.write({
      table: 'payout_attempts',
      sql: (given) =>
        `UPDATE payout_attempts SET state = ${given(to)}, reason = ${given(reason)},
           provider_payout_id = ${given(providerPayoutId)}, outcome_at = clock_timestamp(),
           http_status = CASE WHEN ${given(httpStatus === undefined)} THEN http_status ELSE ${given(httpStatus ?? null)} END
         WHERE payout_id = ${given(payoutId)} AND id = ${given(id)} AND state = ${given(from)}`,
      expects: { rows: 1, otherwise: refusal },
    });
  }
}
