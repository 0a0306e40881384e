import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { isoOf, type UtcText } from '../../../common/text/utc-text.js';
import { ApiReads } from '../../../platform/database/api-reads.js';
import {
  columnsShown,
  narrow,
  propertiesBut,
  searchConditions,
  searchPatterns,
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

/** Payouts that people have to look at. */
export type PayoutSet = 'UNCONFIRMED' | 'OVERDUE' | 'CORRECTED' | 'AWAITING_APPROVAL' | 'LIMITED' | 'PROBLEM';

/** Which payouts a list holds; what is null or left out filters nothing. */
export interface PayoutCriteria extends Readonly<AmountsFilter> {
  readonly accountId?: string | null;
  readonly statuses?: readonly PayoutStatus[] | null;
  /** In any of them. */
  readonly sets?: readonly PayoutSet[] | null;
  readonly destination?: string | null;
  readonly paymentType?: string | null;
  /** Inclusive. */
  readonly updatedFrom?: Date | null;
  readonly createdBy?: string | null;
  readonly approvalReasons?: readonly ApprovalReason[] | null;
  /** Whether its end was proposed, and waits for a second person. */
  readonly hasChangeRequest?: boolean | null;
  /** Whether they wait for this caller to approve them. Null for a caller who may approve none. */
  readonly waiting?: { readonly isWaiting: boolean; readonly approverId: string | null } | null;
  /** Made by `RecipientVault.requisitesHash`. */
  readonly requisitesHash?: Buffer | null;
  readonly idempotencyKey?: string | null;
  readonly externalId?: string | null;
  /** The payout's id, one of the provider's or of an attempt, the external id or the idempotency key. */
  readonly anyId?: string | null;
  /** Part of one of the ids, of the idempotency key or of the note, in any case. */
  readonly search?: string | null;
}

export type PayoutSortField = 'CREATED_AT' | 'UPDATED_AT' | 'AMOUNT';

export interface PayoutSorting {
  readonly field: PayoutSortField;
  readonly direction: SortDirection;
}

export const NEWEST_FIRST: PayoutSorting = { field: 'CREATED_AT', direction: 'DESC' };

/** Columns that no list shows: only sending and checking use them. */
const HIDDEN = [
  'requestFingerprint',
  'recipientHash',
  'requisitesHash',
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

/** A payout as a list shows it. */
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
  // Payouts take minutes. After an hour the recipient asks, and so should we.
  OVERDUE: `p.status IN ('CREATED', 'PROCESSING', 'UNRECOGNIZED') AND p.accepted_at < now() - interval '1 hour'`,
  CORRECTED: 'p.corrected_at IS NOT NULL',
  AWAITING_APPROVAL: `p.status = 'AWAITING_APPROVAL'`,
  LIMITED: `p.status = 'APPROVED' AND p.blocked_by IS NOT NULL`,
  PROBLEM: '(p.problem IS NOT NULL OR p.finding IS NOT NULL)',
};

// A union of look-ups, each by an index: as one OR over two tables, every payout would be read.
const WITH_ANY_ID = `p.id IN (
  SELECT id FROM payouts WHERE id = :anyUuid OR provider_payout_id = :anyUuid
  UNION SELECT payout_id FROM payout_attempts WHERE id = :anyUuid OR provider_payout_id = :anyUuid
  UNION SELECT payout_id FROM payout_evidence WHERE provider_payout_id = :anyUuid
  UNION SELECT id FROM payouts WHERE external_id = :anyText OR idempotency_key = :anyText)`;

// All who may be one person with the caller: found once for a statement, not once a payout.
const ONE_PERSON = `ARRAY(SELECT id FROM
  (SELECT CAST(:approverId AS uuid) AS id UNION SELECT id FROM api_keys UNION SELECT id FROM people) AS callers
  WHERE is_same_person(:approverId, id))`;

/** That a caller may approve a payout: `approvalRefusal`, for a whole list. */
const WAITS = `(p.status = 'AWAITING_APPROVAL' AND NOT (p.created_by || p.edited_by) && ${ONE_PERSON}
  AND NOT EXISTS (SELECT FROM payout_approvals WHERE payout_id = p.id AND voided_at IS NULL AND NOT ${HAS_LAPSED}
    AND approver_id = ANY (${ONE_PERSON})))`;

// Found once for a statement: no more than a few wait at a time.
const HAS_CHANGE_REQUEST = `(p.id = ANY(ARRAY(SELECT subject::uuid FROM change_requests AS request
  WHERE kind = 'UNCONFIRMED_PAYOUT' AND closed_as IS NULL AND ${HAS_NOT_LAPSED})))`;

// The expression of ix_payouts_search, to the letter: only then does PostgreSQL use the index.
const SEARCH_TEXT = `lower(p.id::text || ' ' || coalesce(p.provider_payout_id::text, '') || ' ' || coalesce(p.external_id, '') || ' ' ||
  p.idempotency_key || ' ' || coalesce(p.note, ''))`;

const OF_STATUS = Object.fromEntries(PAYOUT_STATUSES.map((status) => [status, `p.status = '${status}'`]));

interface PayoutsList {
  readonly criteria: PayoutCriteria;
  readonly sorting: PayoutSorting;
  /** Where the log of their changes stands. */
  readonly liveCursor: string;
}

interface FoundPayouts {
  /** Null for all accounts. */
  readonly accountId: string | null;
  readonly text: string;
  readonly by: FindBy;
  readonly first: number;
}

/** How many payouts of a list have each value of a column, or are in each set; counted when it is read. */
export interface PayoutFacets {
  readonly statuses: Promise<readonly Facet[]>;
  readonly sets: Promise<readonly Facet[]>;
  readonly destinations: Promise<readonly Facet[]>;
  readonly currencies: Promise<readonly Facet[]>;
}

/** The list of payouts, as plain rows. */
@Injectable()
export class PayoutsPageQuery {
  constructor(private readonly reads: ApiReads) {}

  page<Node>(
    { criteria, sorting, liveCursor }: PayoutsList,
    args: PageArguments,
    toNode: (payout: ListedPayout) => Node,
  ): Promise<Connection<Node>> {
    const { field, direction } = sorting;
    return listRows(this.reads, {
      select: () => this.select(criteria),
      order: { name: field, direction, idSql: 'p.id', ...SORTED_BY[field] },
      ...{ args, toNode, liveCursor },
    });
  }

  /** A few that have a text as any of their ids, or hold it in these or their note. */
  find({ accountId, text, by, first }: FoundPayouts): Promise<ListedPayout[]> {
    const query = this.select(by === 'name' ? { accountId, anyId: text } : { accountId, search: text }).select('p.*');
    const isText = "lower(p.idempotency_key) = :wanted OR lower(coalesce(p.external_id, '')) = :wanted";
    const parts = { query, alias: 'p', columns: COLUMNS, isText, newest: 'p.created_at' };
    return bestRows(this.reads, { ...parts, text, first });
  }

  /** Each under the rest of the criteria, without those about its own column. */
  facets(criteria: PayoutCriteria): PayoutFacets {
    const { reads } = this;
    const without = (column: keyof PayoutCriteria) => () => this.select({ ...criteria, [column]: null });
    return {
      get statuses() {
        return countEach(reads, without('statuses'), OF_STATUS);
      },
      get sets() {
        return countEach(reads, without('sets'), SETS);
      },
      get destinations() {
        return countNewest(reads, without('destination'), { column: 'p.destination', newest: 'p.created_at' });
      },
      get currencies() {
        return countNewest(reads, without('currency'), { column: 'p.currency', newest: 'p.created_at' });
      },
    };
  }

  private select(criteria: PayoutCriteria): SelectQueryBuilder<PayoutEntity> {
    // The table in parentheses: TypeORM looks for its properties in every text about an entity.
    const payouts = this.reads.createQueryBuilder().from<PayoutEntity>('(TABLE payouts)', 'p').select(COLUMNS);
    const query = narrow(
      payouts,
      { ...criteria, ...searchPatterns(criteria.search) },
      {
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
        idempotencyKey: 'p.idempotency_key = :idempotencyKey',
        externalId: 'p.external_id = :externalId',
        ...searchConditions(SEARCH_TEXT),
      },
    );
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
  // Nothing waits for a caller who may approve nothing.
  else if (isWaiting) query.andWhere('false');
}

function inAnyOf(sets: readonly PayoutSet[]): string {
  // No payout is in one of no sets.
  return sets.length === 0 ? 'false' : `(${sets.map((set) => `(${SETS[set]})`).join(' OR ')})`;
}
