import type { FilterField } from '../../design/filter-form.js';
import type { Text } from '../../text/use-text.js';
import { type ListFilter, parseListFilter, toApiFilter, word } from '../list-filter.js';
import { moneyFields } from '../list-filter-fields.js';
import type { PayoutFilter } from '../payouts/use-payouts.js';
import type { ApprovalRow } from './approvals-documents.js';

const REASONS = [
  'POLICY',
  'POSSIBLE_DUPLICATE',
  'APPROVAL_LAPSED',
  'DATABASE_RESTORED',
] as const satisfies readonly NonNullable<ApprovalRow['approvalReason']>[];

/** URL parameters of the approvals: the filter, and the payout shown beside the list. */
export interface ApprovalsSearch extends Omit<ListFilter, 'columns' | 'sort'> {
  readonly reason?: (typeof REASONS)[number];
  /** Id of the person or key that created the payouts. */
  readonly maker?: string;
  /** Only payouts that the user may approve. */
  readonly mine?: true;
  readonly payout?: string;
}

export function parseApprovalsSearch({
  reason,
  maker,
  mine,
  payout,
  ...given
}: Record<string, unknown>): ApprovalsSearch {
  return {
    ...parseListFilter(given),
    // Fixed columns, and the longest-waiting payout first.
    ...{ columns: undefined, sort: undefined },
    reason: REASONS.find((known) => known === reason),
    maker: word(maker),
    mine: mine === true ? true : undefined,
    payout: word(payout),
  };
}

export function toApprovalsFilter({ reason, maker, mine, ...search }: ApprovalsSearch): PayoutFilter {
  return {
    ...toApiFilter(search),
    statuses: ['AWAITING_APPROVAL'],
    ...(reason && { approvalReasons: [reason] }),
    ...(mine && { waitsForMe: true }),
    createdBy: maker ?? null,
  };
}

/** Whether a payout that was created or changed may belong to the list, judging by its row. */
export function mayWait(search: ApprovalsSearch, row: ApprovalRow): boolean {
  const { reason = row.approvalReason, maker = row.createdBy.id, currency = row.currency, mine } = search;
  return (
    row.status === 'AWAITING_APPROVAL' &&
    reason === row.approvalReason &&
    maker === row.createdBy.id &&
    currency === row.currency &&
    (!mine || row.actions.some(({ kind, isAllowed }) => kind === 'APPROVE' && isAllowed))
  );
}

/** @param rows the shown rows; the filter offers their makers */
export function approvalFields(text: Text, rows: readonly ApprovalRow[]): readonly FilterField[] {
  const makers = new Map(rows.map(({ createdBy: { id, name } }) => [id, name]));
  return [
    {
      name: 'reason',
      label: text('approvals.why'),
      kind: 'choice',
      choices: REASONS.map((value) => ({ value, word: text(`approvals.reason.${value}`) })),
    },
    {
      name: 'maker',
      label: text('payout.createdBy'),
      kind: 'choice',
      choices: [...makers].map(([value, name]) => ({ value, word: name })),
    },
    ...moneyFields(text),
  ];
}
