import type { FilterField } from '../../design/filter-form.js';
import type { Text } from '../../text/use-text.js';
import { counted } from '../list-counts.js';
import { type ListFilter, parseListFilter, toApiFilter } from '../list-filter.js';
import { moneyFields } from '../list-filter-fields.js';
import { ORDER_STATUSES, type OrderStatus } from './order-status.js';
import type { OrderFacets, OrderRow } from './orders-documents.js';
import type { OrderFilter } from './use-orders.js';

export const ORDER_METHODS = [
  'HOSTED_PAGE',
  'CARD_H2H',
  'CARD_IN_ORDER',
  'WALLET1',
  'WALLET2',
  'BANK_TRANSFER',
] as const satisfies readonly OrderRow['method'][];

/** URL parameters of the orders. They never include a customer, because URLs are stored and shared. */
export interface OrderSearch extends ListFilter {
  readonly status?: OrderStatus;
  readonly method?: OrderRow['method'];
  readonly problem?: 'yes' | 'no';
}

export function parseOrderSearch(given: Record<string, unknown>): OrderSearch {
  return {
    ...parseListFilter(given),
    status: ORDER_STATUSES.find((known) => known === given['status']),
    method: ORDER_METHODS.find((known) => known === given['method']),
    problem: (['yes', 'no'] as const).find((known) => known === given['problem']),
  };
}

export function toOrderFilter(search: OrderSearch, customer: string | undefined): OrderFilter {
  const { status, method, problem } = search;
  return {
    ...toApiFilter(search),
    ...(status && { statuses: [status] }),
    ...(method && { methods: [method] }),
    ...(problem && { hasProblem: problem === 'yes' }),
    ...(customer && { customer }),
  };
}

/** Whether an order that was created or changed may belong to the list, judging by its row. */
export function mayMatch({ status, method, currency }: OrderSearch, row: OrderRow): boolean {
  return (
    (status ?? row.status) === row.status &&
    (method ?? row.method) === row.method &&
    // An order without a currency may still match.
    (currency ?? row.currency) === (row.currency ?? currency ?? null)
  );
}

/** @param facets undefined until the user is about to choose */
export function orderFields(text: Text, facets: OrderFacets | undefined): readonly FilterField[] {
  return [
    {
      name: 'status',
      label: text('list.status'),
      kind: 'choice',
      choices: counted(
        ORDER_STATUSES.map((value) => ({ value, word: text(`order.status.${value}`) })),
        facets?.statuses,
        text,
      ),
    },
    {
      name: 'method',
      label: text('filter.method'),
      kind: 'choice',
      choices: counted(
        ORDER_METHODS.map((value) => ({ value, word: text(`order.method.${value}`) })),
        facets?.methods,
        text,
      ),
    },
    ...moneyFields(text),
    { name: 'customer', label: text('filter.customer'), kind: 'text', placeholder: text('filter.customerHint') },
    {
      name: 'problem',
      label: text('filter.problem'),
      kind: 'choice',
      choices: (['yes', 'no'] as const).map((value) => ({ value, word: text(`filter.problem.${value}`) })),
    },
  ];
}
