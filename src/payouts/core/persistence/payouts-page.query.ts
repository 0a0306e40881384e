import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { isoOf, type UtcText } from '../../../common/text/utc-text.js';
import { READS } from '../../../platform/database/api-reads.js';
import {
  columnsShown,
  narrow,
  narrowToFound,
  propertiesBut,
  selectPlain,
  type SearchedColumns,
} from '../../../platform/database/query-parts.js';
import { parseUuid } from '../../../common/ids.js';
import type { SortDirection } from '../../../platform/graphql/connection/sort-direction.enum.js';
import { HAS_NOT_LAPSED } from '../../../access/changes/persistence/lapsed-changes.js';
import { type ApprovalReason, PAYOUT_STATUSES, type PayoutStatus } from '../domain/payout-status.js';
import { HAS_LAPSED } from './lapsed-approvals.js';
import { PayoutEntity } from './payout.entity.js';
import type { AmountsFilter } from '../../../platform/graphql/connection/amounts-filter.input.js';
import type { Connection } from '../../../platform/graphql/connection/connection.js';
import { bestRows, type FindBy } from '../../../platform/graphql/connection/best-rows.js';
import { countEach, countNewest, type Facet } from '../../../platform/graphql/facets/facets.js';
import { type ListOrder, listRows } from '../../../platform/graphql/connection/keyset-list.js';
import type { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';

export type PayoutSet = 'UNCONFIRMED' | 'OVERDUE' | 'CORRECTED' | 'AWAITING_APPROVAL' | 'LIMITED' | 'PROBLEM';

export interface PayoutCriteria extends Readonly<AmountsFilter> {
  readonly accountId?: string | null;
  readonly statuses?: readonly PayoutStatus[] | null;
  readonly sets?: readonly PayoutSet[] | null;
  readonly destination?: string | null;
  readonly paymentType?: string | null;
  /** Time of the last update, inclusive. */
  readonly updatedFrom?: Date | null;
  readonly createdBy?: string | null;
  readonly approvalReasons?: readonly ApprovalReason[] | null;
  readonly hasChangeRequest?: boolean | null;
  /** Whether the payouts wait for this caller's approval. `approverId` is null if the caller may not approve any. */
  readonly waiting?: { readonly isWaiting: boolean; readonly approverId: string | null } | null;
  /** A hash from `RecipientVault.requisitesHash`. */
  readonly requisitesHash?: Buffer | null;
  /** A hash from `RecipientVault.userIdHash`. */
  readonly userIdHash?: Buffer | null;
  readonly idempotencyKey?: string | null;
  readonly externalId?: string | null;
  /** The payout's id, a provider id, an attempt's id, the external id or the idempotency key. */
  readonly anyId?: string | null;
  /** The beginning or end of an id or of the idempotency key, or a part of the note, in upper or lower case. */
  readonly search?: string | null;
}

export type PayoutSortField = 'CREATED_AT' | 'UPDATED_AT' | 'AMOUNT';

export interface PayoutSorting {
  readonly field: PayoutSortField;
  readonly direction: SortDirection;
}

export const NEWEST_FIRST: PayoutSorting = { field: 'CREATED_AT', direction: 'DESC' };

/** Columns that no list shows, because only sending and polling use them. */
const HIDDEN = [
  'requestFingerprint',
  'recipientHash',
  'requisitesHash',
  'userIdHash',
  'approvedHash',
  'claimedOn',
  'submissionState',
  'providerState',
  'suspectedState',
  'suspectedAt',
  'readBackAt',
  'absentSince',
  'checksMade',
  'providerCompletedAt',
] as const satisfies readonly (keyof PayoutEntity)[];

const TIMES = [
  'recipientPurgedAt',
  'createdAt',
  'updatedAt',
  'acceptedAt',
  'completedAt',
  'correctedAt',
  'nextAttemptAt',
  'waitsSince',
  'nextCheckAt',
] as const satisfies readonly (keyof PayoutEntity)[];

export type ListedPayout = Omit<PayoutEntity, (typeof HIDDEN)[number] | (typeof TIMES)[number]> & {
  readonly [Time in (typeof TIMES)[number]]: UtcText | Extract<PayoutEntity[Time], null>;
};

const COLUMNS = columnsShown('p', { plain: propertiesBut(PayoutEntity, [...HIDDEN, ...TIMES]), times: TIMES });

const SORTED_BY: Readonly<Record<PayoutSortField, Pick<ListOrder<ListedPayout>, 'sql' | 'kind' | 'valueOf'>>> = {
  CREATED_AT: { sql: 'p.created_at', kind: 'instant', valueOf: (payout) => isoOf(payout.createdAt) },
  UPDATED_AT: { sql: 'p.updated_at', kind: 'instant', valueOf: (payout) => isoOf(payout.updatedAt) },
  AMOUNT: { sql: 'p.amount', kind: 'decimal', valueOf: (payout) => payout.amount },
};

const SETS: Readonly<Record<PayoutSet, string>> = {
  UNCONFIRMED: `p.status = 'UNCONFIRMED'`,
  // Payouts take minutes. After an hour the recipient starts to ask, so people should look at the payout.
  OVERDUE: `p.status IN ('CREATED', 'PROCESSING', 'UNRECOGNIZED') AND p.accepted_at < now() - interval '1 hour'`,
  CORRECTED: 'p.corrected_at IS NOT NULL',
  AWAITING_APPROVAL: `p.status = 'AWAITING_APPROVAL'`,
  LIMITED: `p.status = 'APPROVED' AND p.blocked_by IS NOT NULL`,
  PROBLEM: '(p.problem IS NOT NULL OR p.finding IS NOT NULL)',
};

// Joins indexed look-ups by UNION: an OR over several tables would read every payout.
const WITH_ANY_ID = `p.id IN (
  SELECT id FROM payouts WHERE id = :anyUuid OR provider_payout_id = :anyUuid
  UNION SELECT payout_id FROM payout_attempts WHERE id = :anyUuid OR provider_payout_id = :anyUuid
  UNION SELECT payout_id FROM payout_evidence WHERE provider_payout_id = :anyUuid
  UNION SELECT id FROM payouts WHERE external_id = :anyText OR idempotency_key = :anyText)`;

// The ids of all callers who may be the same person as this one, found once per statement instead of once per payout.
const ONE_PERSON = `ARRAY(SELECT id FROM
  (SELECT CAST(:approverId AS uuid) AS id UNION SELECT id FROM api_keys UNION SELECT id FROM people) AS callers
  WHERE is_same_person(:approverId, id))`;

/** The same conditions as `approvalRefusal`, in SQL for a whole list. */
const WAITS = `(p.status = 'AWAITING_APPROVAL' AND NOT (p.created_by || p.edited_by) && ${ONE_PERSON}
  AND NOT EXISTS (SELECT FROM payout_approvals WHERE payout_id = p.id AND voided_at IS NULL AND NOT ${HAS_LAPSED}
    AND approver_id = ANY (${ONE_PERSON})))`;

// The subquery runs once per statement, because only a few change requests are open at a time.
const HAS_CHANGE_REQUEST = `(p.id = ANY(ARRAY(SELECT subject::uuid FROM change_requests AS request
  WHERE kind = 'UNCONFIRMED_PAYOUT' AND closed_as IS NULL AND ${HAS_NOT_LAPSED})))`;

const SEARCHED: SearchedColumns = {
  uuids: ['p.id', 'p.provider_payout_id'],
  ids: ['p.external_id', 'p.idempotency_key'],
  words: 'p.note',
};

const OF_STATUS = Object.fromEntries(PAYOUT_STATUSES.map((status) => [status, `p.status = '${status}'`]));

interface PayoutsList {
  readonly criteria: PayoutCriteria;
  readonly sorting: PayoutSorting;
  readonly liveCursor: string;
}

interface FoundPayouts {
  readonly accountId: string | null;
  readonly text: string;
  readonly by: FindBy | Pick<PayoutCriteria, 'requisitesHash' | 'userIdHash' | keyof AmountsFilter>;
  readonly first: number;
}

/** Numbers of payouts by the values of a column, and by set. Each is counted only when its property is read. */
export interface PayoutFacets {
  readonly statuses: Promise<readonly Facet[]>;
  readonly sets: Promise<readonly Facet[]>;
  readonly destinations: Promise<readonly Facet[]>;
  readonly currencies: Promise<readonly Facet[]>;
}

@Injectable()
export class PayoutsPageQuery {
  constructor(@InjectRepository(PayoutEntity, READS) private readonly payouts: Repository<PayoutEntity>) {}

  page<Node>(
    { criteria, sorting, liveCursor }: PayoutsList,
    args: PageArguments,
    toNode: (payout: ListedPayout) => Node,
  ): Promise<Connection<Node>> {
    const { field, direction } = sorting;
    return listRows({
      select: () => this.select(criteria),
      order: { name: field, direction, idSql: 'p.id', ...SORTED_BY[field] },
      ...{ args, toNode, liveCursor },
    });
  }

  /** Finds a few payouts by an exact id, by a part of an id or of the note, by their recipient, or by amount and day. */
  find({ accountId, text, by, first }: FoundPayouts): Promise<ListedPayout[]> {
    const criteria = by === 'name' ? { anyId: text } : by === 'part' ? { search: text } : by;
    const query = this.select({ accountId, ...criteria }).select('p.*');
    const ids = ['p.external_id', 'p.idempotency_key'];
    const parts = { query, alias: 'p', columns: COLUMNS, ids, newest: 'p.created_at' };
    return bestRows({ ...parts, text, first });
  }

  /** Counts the values of each column among the payouts that match the other criteria. */
  facets(criteria: PayoutCriteria): PayoutFacets {
    const without = (column: keyof PayoutCriteria) => () => this.select({ ...criteria, [column]: null });
    return {
      get statuses() {
        return countEach(without('statuses'), OF_STATUS);
      },
      get sets() {
        return countEach(without('sets'), SETS);
      },
      get destinations() {
        return countNewest(without('destination'), { column: 'p.destination', newest: 'p.created_at' });
      },
      get currencies() {
        return countNewest(without('currency'), { column: 'p.currency', newest: 'p.created_at' });
      },
    };
  }

  private select(criteria: PayoutCriteria): SelectQueryBuilder<PayoutEntity> {
    const query = narrow(selectPlain(this.payouts, 'p').select(COLUMNS), criteria, {
      ids: 'p.id = ANY(:ids)',
      accountId: 'p.account_id = :accountId',
      statuses: 'p.status = ANY(:statuses)',
      destination: 'p.destination = :destination',
      currency: 'p.currency = :currency',
      paymentType: 'p.payment_type = :paymentType',
      amountFrom: 'p.amount >= :amountFrom',
      amountTo: 'p.amount <= :amountTo',
      createdFrom: 'p.created_at >= :createdFrom',
      createdTo: 'p.created_at < :createdTo',
      createdBy: 'p.created_by = :createdBy',
      approvalReasons: 'p.approval_reason = ANY(:approvalReasons)',
      updatedFrom: 'p.updated_at >= :updatedFrom',
      requisitesHash: 'p.requisites_hash = :requisitesHash',
      userIdHash: 'p.user_id_hash = :userIdHash',
      idempotencyKey: 'p.idempotency_key = :idempotencyKey',
      externalId: 'p.external_id = :externalId',
    });
    narrowToFound(query, SEARCHED, criteria.search);
    if (typeof criteria.hasChangeRequest === 'boolean') {
      query.andWhere(criteria.hasChangeRequest ? HAS_CHANGE_REQUEST : `NOT ${HAS_CHANGE_REQUEST}`);
    }
    if (criteria.waiting) waitFor(query, criteria.waiting);
    if (criteria.sets) query.andWhere(inAnyOf(criteria.sets));
    if (typeof criteria.anyId === 'string') {
      query.andWhere(WITH_ANY_ID, { anyUuid: parseUuid(criteria.anyId), anyText: criteria.anyId });
    }
    return query;
  }
}

function waitFor(query: SelectQueryBuilder<PayoutEntity>, waiting: NonNullable<PayoutCriteria['waiting']>): void {
  const { isWaiting, approverId } = waiting;
  if (approverId !== null) query.andWhere(isWaiting ? WAITS : `NOT ${WAITS}`, { approverId });
  // The caller may not approve any payout, so none waits for them.
  else if (isWaiting) query.andWhere('false');
}

function inAnyOf(sets: readonly PayoutSet[]): string {
  // With an empty list of sets no payout matches.
  return sets.length === 0 ? 'false' : `(${sets.map((set) => `(${SETS[set]})`).join(' OR ')})`;
}
