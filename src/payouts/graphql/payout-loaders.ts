import { Injectable } from '@nestjs/common';
import { ChangeRequestsService } from '../../access/changes/change-requests.service.js';
import type { ChangeRequest } from '../../access/changes/domain/change-request.js';
import type { AuditEntryEntity } from '../../desk/audit/persistence/audit-entry.entity.js';
import { AuditEntriesPageQuery } from '../../desk/audit/persistence/audit-entries-page.query.js';
import { BatchLoader } from '../../platform/graphql/batch-loader.js';
import type { StatusChangeRecord } from '../../platform/events/status-change.js';
import { StatusLog } from '../../platform/events/status-log.js';
import {
  type ComparedPayout,
  type PossibleDuplicateRecord,
  PossibleDuplicatesQuery,
} from '../rules/persistence/possible-duplicates.sql.js';
import type { ApprovalRecord } from '../rules/domain/payout-approval.js';
import { PayoutApprovalsRepository } from '../rules/persistence/payout-approvals.repository.js';
import type { PayoutAttemptEntity } from '../core/persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import type { EvidenceRecord } from '../evidence/domain/payout-evidence.js';
import { PayoutEvidenceRepository } from '../evidence/persistence/payout-evidence.repository.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutRepeatsRepository, type ShownFamily } from '../core/persistence/payout-repeats.repository.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';

/** Loads what the payouts in one response need, with one query for each kind of data. */
@Injectable()
export class PayoutLoaders {
  readonly #payouts: BatchLoader<PayoutEntity | null>;
  readonly #attempts: BatchLoader<readonly PayoutAttemptEntity[]>;
  readonly #evidence: BatchLoader<readonly EvidenceRecord[]>;
  readonly #changeRequests: BatchLoader<ChangeRequest | null>;
  readonly #approvals: BatchLoader<readonly ApprovalRecord[]>;
  readonly #possibleDuplicates: BatchLoader<readonly PossibleDuplicateRecord[]>;
  readonly #changes: BatchLoader<readonly AuditEntryEntity[]>;
  readonly #timelines: BatchLoader<readonly StatusChangeRecord[]>;
  readonly #families: BatchLoader<ShownFamily>;

  constructor(
    payouts: PayoutsRepository,
    attempts: PayoutAttemptsRepository,
    evidence: PayoutEvidenceRepository,
    changes: ChangeRequestsService,
    approvals: PayoutApprovalsRepository,
    possibleDuplicates: PossibleDuplicatesQuery,
    log: StatusLog,
    entries: AuditEntriesPageQuery,
    repeats: PayoutRepeatsRepository,
  ) {
    this.#payouts = BatchLoader.byId((ids) => payouts.findShownByIds(ids));
    this.#attempts = new BatchLoader(async (ids) => {
      const found = await attempts.findShownByPayouts(ids);
      return ids.map((id) => found.filter((attempt) => attempt.payoutId === id));
    });
    this.#evidence = new BatchLoader(async (ids) => {
      const found = await evidence.findByPayouts([...new Set(ids)]);
      return ids.map((id) => found.filter((piece) => piece.payoutId === id));
    });
    this.#changeRequests = new BatchLoader(async (ids) => {
      const found = await changes.findOpenBySubjects('UNCONFIRMED_PAYOUT', ids);
      const open = new Map(found.map((request) => [request.subject, request]));
      return ids.map((id) => open.get(id) ?? null);
    });
    this.#approvals = new BatchLoader(async (ids) => {
      const found = await approvals.findByPayouts([...new Set(ids)]);
      return ids.map((id) => found.filter((approval) => approval.payoutId === id));
    });
    this.#possibleDuplicates = new BatchLoader(async (keys) => {
      const found = await possibleDuplicates.findByPayouts([...new Set(keys)].map(comparedBy));
      return keys.map((key) => found.filter((other) => keyOf(other) === key));
    });
    this.#changes = new BatchLoader(async (subjectIds) => {
      const found = await entries.listOfEach({
        action: 'payout.changed',
        subjectIds: [...new Set(subjectIds)],
      });
      return subjectIds.map((id) => found.filter(({ subjectId }) => subjectId === id));
    });
    this.#timelines = new BatchLoader(async (ids) => {
      const timelines = await log.readTimelines('PAYOUT', [...new Set(ids)]);
      return ids.map((id) => timelines.get(id) ?? []);
    });
    this.#families = new BatchLoader(async (ids) => {
      const families = await repeats.findShownFamilies(ids);
      return ids.map((id) => families.get(id) ?? { links: [], members: [] });
    });
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

  changeRequest(payoutId: string): Promise<ChangeRequest | null> {
    return this.#changeRequests.load(payoutId);
  }

  approvals(payoutId: string): Promise<readonly ApprovalRecord[]> {
    return this.#approvals.load(payoutId);
  }

  possibleDuplicates(compared: ComparedPayout): Promise<readonly PossibleDuplicateRecord[]> {
    return this.#possibleDuplicates.load(keyOf(compared));
  }

  changes(payoutId: string): Promise<readonly AuditEntryEntity[]> {
    return this.#changes.load(payoutId);
  }

  /** Loads everything that pays the same as this payout, itself included; empty if nothing else does. */
  family(payoutId: string): Promise<ShownFamily> {
    return this.#families.load(payoutId);
  }

  timeline(payoutId: string): Promise<readonly StatusChangeRecord[]> {
    return this.#timelines.load(payoutId);
  }
}

function keyOf({ payoutId, makerId }: ComparedPayout): string {
  return makerId === null ? payoutId : `${payoutId} ${makerId}`;
}

function comparedBy(key: string): ComparedPayout {
  const [payoutId = '', makerId = null] = key.split(' ');
  return { payoutId, makerId };
}
