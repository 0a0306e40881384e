import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { MoveRefusedError } from '../../common/state-machine.js';
import type { CardMask } from '../../common/text/card-number.js';
import { inSeconds } from '../../platform/database/query-parts.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { assignmentsOf, type Given } from '../../platform/database/writes.js';
import type { H2hStatus } from '../domain/h2h-status.js';
import { H2hSessionEntity } from './h2h-session.entity.js';

export interface SessionCard {
  /** The order's id. */
  readonly id: string;
  readonly accountId: string;
  readonly providerOrderId: string;
  readonly mask: CardMask;
  /** If nothing was recorded after this time, the sender counts as dead. */
  readonly deadlineSeconds: number;
}

/** Columns that a move copies from its patch unchanged. */
const PLAIN_COLUMNS = {
  providerStatus: 'provider_status',
  isSmsRequired: 'is_sms_required',
  codeRound: 'code_round',
  codeSentRound: 'code_sent_round',
  codeSentAt: 'code_sent_at',
  codesSent: 'codes_sent',
  isCodeTaken: 'is_code_taken',
  pollsSinceCode: 'polls_since_code',
  lastCodeRejected: 'last_code_rejected',
  cardSentAt: 'card_sent_at',
  isEndedHere: 'is_ended_here',
  problem: 'problem',
} as const satisfies Partial<Record<keyof H2hSessionEntity, string>>;

/** Columns that a move writes. Columns that are absent keep their values. */
export type SessionPatch = Readonly<Partial<Pick<H2hSessionEntity, keyof typeof PLAIN_COLUMNS>>>;

export interface PollPlan {
  readonly pollsMade: number;
  /** Seconds until the next poll; null to stop polling. */
  readonly nextPollSeconds: number | null;
}

/**
 * Writes the states of sessions. Only `SessionTransitions` uses it, and adds everything else that belongs to a move. In
 * SQL, because every session passes through here, and TypeORM takes half as long again.
 */
@Injectable()
export class SessionStatesRepository {
  /**
   * Claims the only slot for a card of this order. Only the caller who gets it may send the card.
   * @returns false if a card of this order may already be at the bank
   */
  async claimCard(
    tx: Transaction,
    { id, accountId, providerOrderId, mask, deadlineSeconds }: SessionCard,
  ): Promise<boolean> {
    const claimed = await tx.query(
      `INSERT INTO h2h_sessions (id, account_id, provider_order_id, status, masked_card_number, card_brand,
         card_sent_at, next_poll_at)
       VALUES ($1, $2, $3, 'NOT_STARTED', $4, $5, clock_timestamp(), now() + make_interval(secs => $6))
       ON CONFLICT ON CONSTRAINT pk_h2h_sessions DO UPDATE SET masked_card_number = excluded.masked_card_number,
         card_brand = excluded.card_brand, card_sent_at = excluded.card_sent_at, next_poll_at = excluded.next_poll_at,
         problem = NULL, revision = h2h_sessions.revision + 1, updated_at = now()
       WHERE h2h_sessions.card_sent_at IS NULL RETURNING id`,
      [id, accountId, providerOrderId, mask.maskedNumber, mask.brand, deadlineSeconds],
    );
    return claimed.length === 1;
  }

  /**
   * Claims the only slot for a code in the current round, if the code limit allows another, and schedules a poll soon.
   */
  async claimCode(
    tx: Transaction,
    id: string,
    { maxCodes, nextPollSeconds }: { readonly maxCodes: number; readonly nextPollSeconds: number },
  ): Promise<boolean> {
    const claimable = { id, isSmsRequired: true, codesSent: LessThan(maxCodes) };
    const { affected } = await tx.repository(H2hSessionEntity).update(claimable, {
      codeSentRound: () => 'code_round',
      codeSentAt: () => 'clock_timestamp()',
      isSmsRequired: false,
      isCodeTaken: false,
      pollsSinceCode: 0,
      lastCodeRejected: false,
      pollsMade: 0,
      codesSent: () => 'codes_sent + 1',
      nextPollAt: inSeconds(nextPollSeconds),
      revision: () => 'revision + 1',
      updatedAt: () => 'now()',
    });
    return affected === 1;
  }

  /**
   * Moves a session. If the session has changed since it was read, the transaction's next statement throws
   * `MoveRefusedError`.
   */
  async move(
    tx: Transaction,
    { id, revision, status: from }: Pick<H2hSessionEntity, 'id' | 'revision' | 'status'>,
    { to, patch, plan }: { readonly to: H2hStatus; readonly patch: SessionPatch; readonly plan: PollPlan },
  ): Promise<void> {
    const assignments = (given: Given): string =>
      [
        `status = ${given(to)}`,
        ...assignmentsOf(PLAIN_COLUMNS, patch, given),
        `polls_made = ${given(plan.pollsMade)}`,
        `next_poll_at = now() + make_interval(secs => ${given(plan.nextPollSeconds)})`,
        'revision = revision + 1',
        'updated_at = now()',
      ].join(', ');
    await tx.write({
      table: 'h2h_sessions',
      sql: (given) =>
        `UPDATE h2h_sessions SET ${assignments(given)} WHERE id = ${given(id)} AND revision = ${given(revision)}`,
      expects: { rows: 1, otherwise: () => new MoveRefusedError(`Session ${id}`, from, to) },
    });
  }
}
