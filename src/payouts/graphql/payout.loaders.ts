import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { type DecisionRecord, DecisionsService } from '../../decisions/decisions.service.js';
import type { StatusChangeRecord } from '../../events/status-change.js';
import { StatusLog } from '../../events/status-log.js';
import { type LookAlikeRecord, LookAlikesQuery } from '../persistence/look-alikes.query.js';
import { type ApprovalRecord, PayoutApprovalsRepository } from '../persistence/payout-approvals.repository.js';
import type { PayoutAttemptEntity } from '../persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from '../persistence/payout-attempts.repository.js';
import { type EvidenceRecord, PayoutEvidenceRepository } from '../persistence/payout-evidence.repository.js';
import type { PayoutEntity } from '../persistence/payout.entity.js';
import { PayoutsRepository } from '../persistence/payouts.repository.js';

// The largest page of payouts.
const MAX_BATCH = 100;

const OPTIONS = { cache: false, maxBatchSize: MAX_BATCH };

/**
 * Gathers what the payouts of one answer need into one query each. Nothing is cached: a live subscription asks for the
 * same payout again just because it has changed.
 */
@Injectable()
export class PayoutLoaders {
  readonly #payouts: DataLoader<string, PayoutEntity | null>;
  readonly #attempts: DataLoader<string, readonly PayoutAttemptEntity[]>;
  readonly #evidence: DataLoader<string, readonly EvidenceRecord[]>;
  readonly #proposals: DataLoader<string, DecisionRecord | null>;
  readonly #approvals: DataLoader<string, readonly ApprovalRecord[]>;
  readonly #lookAlikes: DataLoader<string, readonly LookAlikeRecord[]>;
  readonly #timelines: DataLoader<string, readonly StatusChangeRecord[]>;

  constructor(
    payouts: PayoutsRepository,
    attempts: PayoutAttemptsRepository,
    evidence: PayoutEvidenceRepository,
    decisions: DecisionsService,
    approvals: PayoutApprovalsRepository,
    lookAlikes: LookAlikesQuery,
    log: StatusLog,
  ) {
    this.#payouts = new DataLoader(async (ids: readonly string[]) => {
      const found = new Map((await payouts.findByIds(ids)).map((payout) => [payout.id, payout]));
      return ids.map((id) => found.get(id) ?? null);
    }, OPTIONS);
    this.#attempts = new DataLoader(async (ids: readonly string[]) => {
      const found = await attempts.findByPayouts(ids);
      return ids.map((id) => found.filter((attempt) => attempt.payoutId === id));
    }, OPTIONS);
    this.#evidence = new DataLoader(async (ids: readonly string[]) => {
      const found = await evidence.findByPayouts([...new Set(ids)]);
      return ids.map((id) => found.filter((piece) => piece.payoutId === id));
    }, OPTIONS);
    this.#proposals = new DataLoader(async (ids: readonly string[]) => {
      const found = await decisions.findOpenBySubjects('UNCONFIRMED_PAYOUT', ids);
      const open = new Map(found.map((decision) => [decision.subject, decision]));
      return ids.map((id) => open.get(id) ?? null);
    }, OPTIONS);
    this.#approvals = new DataLoader(async (ids: readonly string[]) => {
      const found = await approvals.findByPayouts([...new Set(ids)]);
      return ids.map((id) => found.filter((approval) => approval.payoutId === id));
    }, OPTIONS);
    this.#lookAlikes = new DataLoader(async (ids: readonly string[]) => {
      const found = await lookAlikes.findByPayouts([...new Set(ids)]);
      return ids.map((id) => found.filter((other) => other.payoutId === id));
    }, OPTIONS);
    this.#timelines = new DataLoader(async (ids: readonly string[]) => {
      const timelines = await log.readTimelines('PAYOUT', [...new Set(ids)]);
      return ids.map((id) => timelines.get(id) ?? []);
    }, OPTIONS);
  }

  payout(id: string): Promise<PayoutEntity | null> {
    return this.#payouts.load(id);
  }

  attempts(payoutId: string): Promise<readonly PayoutAttemptEntity[]> {
    return this.#attempts.load(payoutId);
  }

  evidence(payoutId: string): Promise<readonly EvidenceRecord[]> {
    return this.#evidence.load(payoutId);
  }

  pendingProposal(payoutId: string): Promise<DecisionRecord | null> {
    return this.#proposals.load(payoutId);
  }

  approvals(payoutId: string): Promise<readonly ApprovalRecord[]> {
    return this.#approvals.load(payoutId);
  }

  lookAlikes(payoutId: string): Promise<readonly LookAlikeRecord[]> {
    return this.#lookAlikes.load(payoutId);
  }

  timeline(payoutId: string): Promise<readonly StatusChangeRecord[]> {
    return this.#timelines.load(payoutId);
  }
}
