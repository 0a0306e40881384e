import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, type SelectQueryBuilder } from 'typeorm';
import { CurrentAuthority } from '../access/authority/current-authority.js';
import { SamePerson } from '../access/people/same-person.js';
import { ApiReads } from '../database/api-reads.js';
import { AuditLog } from '../audit/audit-log.js';
import type { Facts } from '../audit/audit-entry.js';
import { newId } from '../common/ids.js';
import { findUnstorableText } from '../common/text/stored-text.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { DecisionKind, DecisionRecord } from './decision.js';
import { DecisionEntity } from './persistence/decision.entity.js';

export interface WantedDecision {
  readonly kind: DecisionKind;
  /** What it is about: an id, or a fixed word where there is one such thing. */
  readonly subject: string;
  /** All that takes effect. What the second person sends must be the same, or they would sign something else. */
  readonly content: Facts;
  readonly reason: string;
  readonly actorId: string;
  /** Whether the actor may be the second person. */
  readonly mayConfirm: boolean;
}

export type DecisionRefusalCode = 'SECOND_PERSON_NEEDED' | 'SAME_PERSON' | 'DIFFERS_FROM_PROPOSAL';

/** What can stand in the way of any of them, with one sentence for people. */
export const DECISION_REFUSALS: Readonly<Record<DecisionRefusalCode, string>> = {
  SECOND_PERSON_NEEDED: 'It was proposed; another person, who may do so, must confirm it.',
  SAME_PERSON: 'The caller and who proposed it may be one person: one of them made or redeemed the key of the other.',
  DIFFERS_FROM_PROPOSAL: 'Another person proposed something else; confirm that or decline it.',
};

interface Refused {
  readonly kind: 'refused';
  readonly code: DecisionRefusalCode;
  readonly message: string;
}

export type DecisionStep =
  | Refused
  | { readonly kind: 'proposed' }
  /** The caller lets it take effect in the same transaction. */
  | { readonly kind: 'confirmed'; readonly proposedBy: string };

/** Whose word a decision would be: the first person's, who proposes it, or the second one's, who confirms it. */
export type DecisionTurn =
  | Refused
  /** `over` is what the proposal would take the place of. */
  | { readonly kind: 'first'; readonly over: OpenDecision | null }
  | { readonly kind: 'second'; readonly id: string; readonly proposedBy: string };

export type DeclineDecisionRefusalCode = 'DECISION_NOT_FOUND' | 'REASON_INVALID';

export interface DeclineDecisionResult {
  /** What was declined; null when nothing was. */
  readonly decision: DecisionRecord | null;
  readonly refusal: { readonly code: DeclineDecisionRefusalCode; readonly message: string } | null;
}

type RecordedDecision = Pick<WantedDecision, 'kind' | 'subject' | 'content' | 'reason'>;

interface OpenDecision {
  readonly id: string;
  readonly content: Facts;
  readonly proposedBy: string;
  readonly hasLapsed: boolean;
}

// A day: long enough for a colleague in another time zone, short enough that both still know what they agreed on.
const EXPIRES_AFTER_HOURS = 24;

// More than people decide in a day; the oldest lapse first.
const MAX_OPEN = 100;

const MAX_REASON_LENGTH = 500;

// A day has passed, or whoever proposed it may have been somebody else: their key was revoked, or replaced in the
// configuration.
const HAS_LAPSED = `(expires_at <= now() OR EXISTS (SELECT FROM api_keys WHERE api_keys.id = proposed_by
  AND (revoked_at IS NOT NULL OR replaced_at IS NOT NULL)))`;

const WAITS = `ended_as IS NULL AND NOT ${HAS_LAPSED}`;

/**
 * Decisions that take two people. The first call proposes, the same call by somebody else confirms; whoever proposes anew
 * starts over.
 */
@Injectable()
export class DecisionsService {
  constructor(
    private readonly reads: ApiReads,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly samePerson: SamePerson,
    private readonly authority: CurrentAuthority,
  ) {}

  /** Those that wait for a second person, oldest first. */
  async listOpen(): Promise<DecisionRecord[]> {
    return waiting(this.reads.manager).orderBy('decision.proposedAt').limit(MAX_OPEN).getMany();
  }

  /** Those about several subjects that wait for a second person, at most one of each. */
  async findOpenBySubjects(kind: DecisionKind, subjects: readonly string[]): Promise<DecisionRecord[]> {
    return waiting(this.reads.manager)
      .andWhere({ kind, subject: In([...subjects]) })
      .getMany();
  }

  /** Ends a proposal, whoever made it. */
  async decline(id: string, by: { readonly actorId: string; readonly reason: string }): Promise<DeclineDecisionResult> {
    const { actorId, reason } = by;
    const problem = findUnstorableText(reason, MAX_REASON_LENGTH);
    if (problem !== null) {
      return { decision: null, refusal: { code: 'REASON_INVALID', message: `reason ${problem}` } };
    }
    return this.unitOfWork.run(async (tx) => {
      await this.authority.assertHeld(tx);
      const open = await waiting(tx.manager).andWhere({ id }).setLock('pessimistic_write').getOne();
      if (!open) {
        const message = 'There is no decision with this id that waits for a second person.';
        return { decision: null, refusal: { code: 'DECISION_NOT_FOUND', message } };
      }
      await this.end(tx, id, { as: 'DECLINED', by: actorId });
      const { kind, subject, content } = open;
      await this.record(tx, 'declined', { kind, subject, content, reason });
      return { decision: open, refusal: null };
    });
  }

  /**
   * Whose turn it is, with nothing written. Calls about the same subject wait for each other until the transaction ends.
   */
  async turnOf(tx: Transaction, wanted: WantedDecision): Promise<DecisionTurn> {
    await this.authority.assertHeld(tx);
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${wanted.kind}:${wanted.subject}`]);
    const open = await this.findOpen(tx, wanted);
    if (!open || open.hasLapsed) return { kind: 'first', over: open };
    const isSame = isDeepStrictEqual(open.content, wanted.content);
    if (open.proposedBy === wanted.actorId) {
      if (!isSame) return { kind: 'first', over: open };
      return refused('SECOND_PERSON_NEEDED', 'You proposed this already; another person must confirm it.');
    }
    if (!isSame) {
      return refused('DIFFERS_FROM_PROPOSAL', 'Another person proposed something else; confirm that or decline it.');
    }
    if (await this.samePerson.isAmong(tx, wanted.actorId, [open.proposedBy])) {
      return refused('SAME_PERSON', 'Your key and the key that proposed this may be one person.');
    }
    if (!wanted.mayConfirm) return refused('SECOND_PERSON_NEEDED', 'Somebody who approves payouts must confirm it.');
    return { kind: 'second', id: open.id, proposedBy: open.proposedBy };
  }

  /** Takes the next step of a decision. */
  async take(tx: Transaction, wanted: WantedDecision): Promise<DecisionStep> {
    const turn = await this.turnOf(tx, wanted);
    switch (turn.kind) {
      case 'refused':
        return turn;
      case 'first':
        return this.propose(tx, wanted, turn.over);
      case 'second':
        await this.end(tx, turn.id, { as: 'CONFIRMED', by: wanted.actorId });
        await this.record(tx, 'confirmed', wanted);
        return { kind: 'confirmed', proposedBy: turn.proposedBy };
    }
  }

  /** Ends a proposal that has nothing to decide any more. */
  async drop(tx: Transaction, { kind, subject }: Pick<WantedDecision, 'kind' | 'subject'>): Promise<void> {
    const open = { kind, subject, endedAs: IsNull() };
    await tx.repository(DecisionEntity).update(open, { endedAs: 'EXPIRED', endedAt: () => 'clock_timestamp()' });
  }

  private async findOpen(tx: Transaction, { kind, subject }: WantedDecision): Promise<OpenDecision | null> {
    const [open] = await tx.query<OpenDecision>(
      `SELECT id, content, proposed_by AS "proposedBy", ${HAS_LAPSED} AS "hasLapsed"
       FROM decisions WHERE kind = $1 AND subject = $2 AND ended_as IS NULL FOR UPDATE OF decisions`,
      [kind, subject],
    );
    return open ?? null;
  }

  private async propose(tx: Transaction, wanted: WantedDecision, over: OpenDecision | null): Promise<DecisionStep> {
    if (over?.hasLapsed) await this.end(tx, over.id, { as: 'EXPIRED', by: null });
    else if (over) await this.end(tx, over.id, { as: 'REPLACED', by: wanted.actorId });
    const { kind, subject, content, reason, actorId } = wanted;
    await tx.repository(DecisionEntity).insert({
      id: newId(),
      kind,
      subject,
      content,
      reason,
      proposedBy: actorId,
      expiresAt: () => `clock_timestamp() + interval '${EXPIRES_AFTER_HOURS} hours'`,
    });
    await this.record(tx, 'proposed', wanted);
    return { kind: 'proposed' };
  }

  private async end(
    tx: Transaction,
    id: string,
    end: { readonly as: 'CONFIRMED' | 'DECLINED' | 'REPLACED' | 'EXPIRED'; readonly by: string | null },
  ): Promise<void> {
    const ended = { endedAs: end.as, endedBy: end.by, endedAt: () => 'clock_timestamp()' };
    await tx.repository(DecisionEntity).update(id, ended);
  }

  private async record(
    tx: Transaction,
    verb: 'proposed' | 'confirmed' | 'declined',
    wanted: RecordedDecision,
  ): Promise<void> {
    await this.audit.record(tx, {
      action: `decision.${verb}`,
      subjectType: wanted.kind,
      subjectId: wanted.subject,
      before: null,
      after: wanted.content,
      reason: wanted.reason,
    });
  }
}

/** Those that wait for a second person. */
function waiting(manager: EntityManager): SelectQueryBuilder<DecisionEntity> {
  return manager.createQueryBuilder(DecisionEntity, 'decision').where(WAITS);
}

function refused(code: DecisionRefusalCode, message: string): Refused {
  return { kind: 'refused', code, message };
}
